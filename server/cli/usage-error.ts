/** The command was asked for in a way that it does not know; exit code 2. */
export class UsageError extends Error {
  override name = "UsageError";
}
