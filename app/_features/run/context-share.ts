/** Share of the model's window that is in use. Long-context models say so in their name. */
export function contextShare(tokens: number, model: string | null): number {
  const isLong = model?.includes("[1m]") === true || tokens > 200_000;
  return Math.min(1, tokens / (isLong ? 1_000_000 : 200_000));
}
