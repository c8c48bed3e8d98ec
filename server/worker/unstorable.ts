/** Postgres error classes that come from the data itself: trying again cannot help. */
const dataClasses = ["22", "54"];

/** True when the database refused the content of a row (e.g. a text that jsonb cannot hold). */
export function isUnstorable(error: unknown): boolean {
  if (typeof error !== "object" || error === null) return false;
  const { code, meta } = error as {
    code?: unknown;
    meta?: { code?: unknown; driverAdapterError?: { cause?: { originalCode?: unknown } } };
  };
  const codes = [meta?.driverAdapterError?.cause?.originalCode, meta?.code, code];
  return codes.some(
    (found) =>
      typeof found === "string" &&
      /^[0-9A-Z]{5}$/.test(found) &&
      dataClasses.includes(found.slice(0, 2)),
  );
}
