/** Picture formats that are stored and shown. SVG is none of them: it is a document with scripts. */
export type ImageFormat = "png" | "jpeg" | "gif" | "webp";

const signatures: [ImageFormat, (bytes: Uint8Array) => boolean][] = [
  ["png", (bytes) => startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ["jpeg", (bytes) => startsWith(bytes, [0xff, 0xd8, 0xff])],
  ["gif", (bytes) => ["GIF87a", "GIF89a"].includes(ascii(bytes, 0, 6))],
  ["webp", (bytes) => ascii(bytes, 0, 4) === "RIFF" && ascii(bytes, 8, 12) === "WEBP"],
];

/** What the first bytes say, whatever a name or a header claims; null = no picture we take. */
export function imageFormatOf(bytes: Uint8Array): ImageFormat | null {
  return signatures.find(([, matches]) => matches(bytes))?.[0] ?? null;
}

function startsWith(bytes: Uint8Array, start: number[]): boolean {
  return start.every((value, index) => bytes[index] === value);
}

function ascii(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, to));
}
