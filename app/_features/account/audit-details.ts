const MAX_LENGTH = 160;
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function toText(value: unknown): string {
  if (Array.isArray(value)) return value.map(toText).join(", ");
  if (typeof value === "string") return uuid.test(value) ? "" : value;
  return value === null || value === undefined ? "" : JSON.stringify(value);
}

/** What a row of the log carries, as short text: field by field, without ids that only machines read. */
export function auditDetails(data: Readonly<Record<string, unknown>>): string {
  const text = Object.entries(data)
    .map(([key, value]) => [key, toText(value)] as const)
    .filter(([, shown]) => shown !== "")
    .map(([key, shown]) => `${key}: ${shown}`)
    .join(" · ");
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text;
}
