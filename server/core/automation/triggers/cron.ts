import { Cron } from "croner";

/** Longest accepted expression, in characters. */
const MAX_LENGTH = 200;
/** Where the search for a first time begins, so that a text is judged the same on every day. */
const JUDGED_FROM = new Date("2024-01-01T00:00:00Z");
const MINUTES_PER_HOUR = 60;

/** What a cron expression has to be, for messages. */
export const cronForm =
  "five fields (minute hour day month weekday) that name a time, such as 0 9 * * MON-FRI";

/** Whether the text has five fields, can be read and ever comes true (30 February does not). */
export function isCron(text: string): boolean {
  if (text.length > MAX_LENGTH || fieldsOf(text).length !== 5) return false;
  try {
    return parse(text, "UTC").nextRun(JUDGED_FROM) !== null;
  } catch {
    return false;
  }
}

/**
 * First time after `from` that matches, on the clocks of `timeZone`; null = never. Where the hour is
 * named, a time that the clocks skip counts as the first one after the gap, and a time that they show
 * twice counts once; `0 * * * *` goes on with real hours. Throws on a text that `isCron` refuses.
 */
export function nextCronTime(text: string, timeZone: string, from: Date): Date | null {
  return parse(text, timeZone).nextRun(from);
}

function parse(text: string, timeZone: string): Cron {
  const [minute = "", hour = "", ...rest] = fieldsOf(text);
  const minutes = isStepped(hour) ? minute : listOf(minute);
  return new Cron([minutes, hour, ...rest].join(" "), {
    mode: "5-part",
    timezone: timeZone,
    fixedTimeRule: "no-wildcard",
    paused: true,
  });
}

function fieldsOf(text: string): string[] {
  return text.trim().split(/\s+/);
}

function isStepped(field: string): boolean {
  return /[*?/]/.test(field);
}

/** Writes the steps of a minute field out: only plain numbers count as named times. */
function listOf(field: string): string {
  return field
    .split(",")
    .map((part) => {
      const [, from, to, step] = /^(?:\*|(\d+)-(\d+))(?:\/(\d+))?$/.exec(part) ?? [];
      if (!isStepped(part) || step === "0") return part;
      const first = Number(from ?? 0);
      const last = Number(to ?? MINUTES_PER_HOUR - 1);
      if (last >= MINUTES_PER_HOUR) return part;
      const minutes: number[] = [];
      for (let at = first; at <= last; at += Number(step ?? 1)) minutes.push(at);
      return minutes.length === 0 ? part : minutes.join(",");
    })
    .join(",");
}
