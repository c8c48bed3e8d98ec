/**
 * Terminal output for the browser: colours and weights only. Every other escape sequence (links,
 * clipboard, titles, cursor moves, device control) is removed, and a lone carriage return starts a
 * new line instead of hiding what stood before it (S-18).
 */
export type SgrHue = "red" | "green" | "amber" | "blue" | "violet" | "muted";

export interface SgrStyle {
  hue: SgrHue | null;
  tint: SgrHue | null;
  isBold: boolean;
  isDim: boolean;
  isItalic: boolean;
  isUnderlined: boolean;
}

export interface SgrSegment {
  text: string;
  style: SgrStyle;
}

export const plainStyle: SgrStyle = {
  hue: null,
  tint: null,
  isBold: false,
  isDim: false,
  isItalic: false,
  isUnderlined: false,
};

/** black, red, green, yellow, blue, magenta, cyan, white */
const hues: readonly (SgrHue | null)[] = [
  "muted",
  "red",
  "green",
  "amber",
  "blue",
  "violet",
  "blue",
  null,
];

// ESC or the 8-bit C1 form of: CSI … final · OSC/DCS/SOS/PM/APC … BEL or ST · other escapes.
const sequence =
  /(?:\u001b\[|\u009b)([0-?]*)[ -/]*([@-~])|(?:\u001b[\]PX^_]|[\u009d\u0090\u0098\u009e\u009f])[^\u0007\u001b\u009c\n]*(?:\u0007|\u001b\\|\u009c|(?=[\u001b\n])|$)|\u001b[ -/]*[0-~]?/g;
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;

/** Splits output into runs of equally styled text; joined they are the text without any escape. */
export function parseSgr(raw: string): SgrSegment[] {
  const segments: SgrSegment[] = [];
  let style = plainStyle;
  let from = 0;
  const add = (text: string) => {
    const clean = text.replace(/\r+\n/g, "\n").replace(/\r+/g, "\n").replace(controls, "");
    if (clean === "") return;
    const last = segments.at(-1);
    if (last?.style === style) last.text += clean;
    else segments.push({ text: clean, style });
  };
  for (const match of raw.matchAll(sequence)) {
    add(raw.slice(from, match.index));
    from = match.index + match[0].length;
    if (match[2] === "m") style = applySgr(style, match[1] ?? "");
  }
  add(raw.slice(from));
  return segments;
}

/** The same text without colours, for copying and searching. */
export function stripEscapes(raw: string): string {
  return parseSgr(raw)
    .map((segment) => segment.text)
    .join("");
}

function applySgr(style: SgrStyle, parameters: string): SgrStyle {
  const codes = parameters.split(/[;:]/).map((code) => (code === "" ? 0 : Number(code)));
  let next = style;
  for (let i = 0; i < codes.length; i += 1) {
    const code = codes[i] ?? 0;
    if (code === 38 || code === 48) {
      const [hue, used] = extended(codes.slice(i + 1));
      next = code === 38 ? { ...next, hue } : { ...next, tint: hue };
      i += used;
    } else next = applyCode(next, code);
  }
  return next;
}

function applyCode(style: SgrStyle, code: number): SgrStyle {
  if (code === 0) return plainStyle;
  if (code === 1) return { ...style, isBold: true };
  if (code === 2) return { ...style, isDim: true };
  if (code === 3) return { ...style, isItalic: true };
  if (code === 4) return { ...style, isUnderlined: true };
  if (code === 22) return { ...style, isBold: false, isDim: false };
  if (code === 23) return { ...style, isItalic: false };
  if (code === 24) return { ...style, isUnderlined: false };
  if (code === 39) return { ...style, hue: null };
  if (code === 49) return { ...style, tint: null };
  if ((code >= 30 && code <= 37) || (code >= 90 && code <= 97))
    return { ...style, hue: hues[code % 10] ?? null };
  if ((code >= 40 && code <= 47) || (code >= 100 && code <= 107))
    return { ...style, tint: hues[code % 10] ?? null };
  return style;
}

/** 256 and true colours become the nearest hue of the theme, so that contrast holds in both themes. */
function extended(rest: readonly number[]): [SgrHue | null, number] {
  if (rest[0] === 5) {
    const index = rest[1] ?? 0;
    if (index < 16) return [hues[index % 8] ?? null, 2];
    if (index >= 232) return [index < 250 ? "muted" : null, 2];
    const cube = index - 16;
    return [
      nearestHue(Math.floor(cube / 36) * 51, (Math.floor(cube / 6) % 6) * 51, (cube % 6) * 51),
      2,
    ];
  }
  if (rest[0] === 2) return [nearestHue(rest[1] ?? 0, rest[2] ?? 0, rest[3] ?? 0), 4];
  return [null, 1];
}

function nearestHue(red: number, green: number, blue: number): SgrHue | null {
  const high = Math.max(red, green, blue);
  const spread = high - Math.min(red, green, blue);
  if (spread < 40) return high > 200 ? null : "muted";
  if (high === red) {
    if (blue > green + spread / 2) return "violet";
    return green > blue + spread / 3 ? "amber" : "red";
  }
  if (high === green) return red > blue + spread * 0.6 ? "amber" : "green";
  return red > green + spread / 3 ? "violet" : "blue";
}
