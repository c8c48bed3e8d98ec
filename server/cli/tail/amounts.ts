/** `0.4 s`, `12 s`, `3 min 05 s`, `2 h 10 min` */
export function duration(ms: number): string {
  if (ms < 9_950) return `${(Math.max(0, ms) / 1_000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1_000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${pad(seconds % 60)} s`;
  return `${Math.floor(minutes / 60)} h ${pad(minutes % 60)} min`;
}

/** `$0.42`, `$0.004`; an estimate is marked. */
export function money(usd: number, isEstimated = false): string {
  const digits = usd !== 0 && usd < 0.1 ? 3 : 2;
  return `${isEstimated ? "about " : ""}$${usd.toFixed(digits)}`;
}

/** `14:02:11` where the terminal stands. */
export function timeOfDay(at: string): string {
  const date = new Date(at);
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map(pad).join(":");
}

function pad(value: number): string {
  return String(value).padStart(2, "0");
}
