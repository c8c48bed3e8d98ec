/** A gate's expected or found value as short text: the server sends words, numbers, lists or small objects. */
export function gateValueText(value: unknown): string {
  if (value === null || value === undefined) return "–";
  if (typeof value === "boolean") return value ? "✓" : "✕";
  if (Array.isArray(value)) return value.length === 0 ? "–" : value.map(gateValueText).join(", ");
  if (typeof value === "object")
    return Object.entries(value)
      .map(([name, part]) => `${name}: ${gateValueText(part)}`)
      .join(", ");
  return String(value);
}
