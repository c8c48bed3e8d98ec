/**
 * Makes any parsed JSON storable: Postgres refuses NUL in jsonb, lone surrogates are no text, and
 * base64 images do not belong into event rows.
 */

const MAX_DEPTH = 64;
/** No single string of an event is longer; `truncated` says so at its end. */
export const MAX_STRING_CHARS = 1024 * 1024;

/** NUL and lone surrogates as visible escapes (`\u0000`, `\ud800`). */
export function escapeText(text: string): string {
  const withoutNul = text.includes("\0") ? text.replaceAll("\0", "\\u0000") : text;
  if (withoutNul.isWellFormed()) return withoutNul;
  return withoutNul.replace(
    /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16)}`,
  );
}

/** Cuts on a character boundary and says how much is missing. */
export function cutText(text: string, maxChars = MAX_STRING_CHARS): string {
  if (text.length <= maxChars) return text;
  const end = text.slice(0, maxChars).replace(/[\uD800-\uDBFF]$/, "");
  return `${end}\n[${text.length - end.length} more characters]`;
}

/** A copy without anything that cannot be stored. */
export function sanitise(value: unknown, maxChars = MAX_STRING_CHARS, depth = 0): unknown {
  if (typeof value === "string") return escapeText(cutText(value, maxChars));
  if (typeof value !== "object" || value === null) return value;
  if (depth >= MAX_DEPTH) return "[nested too deep]";
  if (Array.isArray(value)) return value.map((item) => sanitise(item, maxChars, depth + 1));
  const note = describeBase64(value as Record<string, unknown>);
  if (note) return { ...note };
  // `fromEntries` defines properties: a key named __proto__ stays a key.
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      escapeText(key),
      sanitise(item, maxChars, depth + 1),
    ]),
  );
}

function describeBase64(value: Record<string, unknown>): Record<string, string> | null {
  const { type, data, media_type: mediaType } = value;
  if (type !== "base64" || typeof data !== "string") return null;
  return { type: "note", text: imageNote(mediaType, data) };
}

export function imageNote(mediaType: unknown, base64: string): string {
  const kilobytes = Math.ceil((base64.length * 3) / 4 / 1024);
  return `[${typeof mediaType === "string" ? mediaType : "binary data"}, ${kilobytes} kB]`;
}
