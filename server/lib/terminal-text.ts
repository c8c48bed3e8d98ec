/**
 * Text that others wrote, made safe for a terminal (S-18): colours and weights may stay, every other
 * control sequence goes: links, clipboard, titles, cursor moves, device control, modes, hidden text.
 */

// ESC or the 8-bit C1 form of: CSI … final · OSC/DCS/SOS/PM/APC … BEL or ST · other escapes.
const SEQUENCE =
  /(?:\u001b\[|\u009b)([0-?]*)([ -/]*)([@-~])|(?:\u001b[\]PX^_]|[\u009d\u0090\u0098\u009e\u009f])[^\u0007\u001b\u009c\n]*(?:\u0007|\u001b\\|\u009c|(?=[\u001b\n])|$)|\u001b[ -/]*[0-~]?|\u009b/g;
/** Everything that is no text, but tab and newline. */
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;
/** Marks that let a line read otherwise than it is written. */
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const RESET = "\u001b[0m";
/** More than this in force at once is no style any more; the oldest go. */
const MAX_STYLES = 16;

/** Lines without any control character but tabs and, with `hasColour`, whole SGR sequences; each ends unstyled. */
export function terminalLines(raw: string, options: { hasColour: boolean }): string[] {
  const lines: string[] = [];
  let styles: string[] = [];
  let line = "";
  let isStyled = false;
  const closeLine = (): void => {
    lines.push(isStyled ? line + RESET : line);
    line = styles.join("");
    isStyled = styles.length > 0;
  };
  const add = (text: string): void => {
    const parts = cleanText(text).split("\n");
    parts.forEach((part, index) => {
      if (index > 0) closeLine();
      line += part;
    });
  };
  let from = 0;
  for (const match of raw.matchAll(SEQUENCE)) {
    add(raw.slice(from, match.index));
    from = match.index + match[0].length;
    const isSgr = match[3] === "m" && match[2] === "" && options.hasColour;
    const codes = isSgr ? allowedCodes(match[1] ?? "") : null;
    if (codes === null) continue;
    if (codes.length === 0 || codes.at(-1) === "0") {
      styles = [];
      if (isStyled) line += RESET;
      isStyled = false;
      continue;
    }
    const style = `\u001b[${codes.join(";")}m`;
    styles = [...styles, style].slice(-MAX_STYLES);
    line += style;
    isStyled = true;
  }
  add(raw.slice(from));
  closeLine();
  return lines;
}

/** The same text in one piece. */
export function terminalText(raw: string, options: { hasColour: boolean }): string {
  return terminalLines(raw, options).join("\n");
}

/** One line without any sequence, for titles, names and paths. */
export function plainLine(raw: string): string {
  return terminalLines(raw, { hasColour: false }).join(" ").replaceAll("\t", " ").trim();
}

function cleanText(text: string): string {
  return text
    .replace(/\r+\n|\r+|[\u0085\u2028\u2029]/g, "\n")
    .replace(CONTROLS, "")
    .replace(DIRECTION_MARKS, (mark) => `\\u{${(mark.codePointAt(0) ?? 0).toString(16)}}`);
}

/**
 * The codes that only colour; null when it is no SGR sequence (a private one is not: it may change what
 * keys send). Hidden and blinking text is left out.
 */
function allowedCodes(parameters: string): string[] | null {
  if (!/^[0-9;:]{0,64}$/.test(parameters)) return null;
  const given = parameters.split(/[;:]/);
  const kept: string[] = [];
  for (let i = 0; i < given.length; i += 1) {
    const code = Number(given[i] === "" ? 0 : given[i]);
    if (code === 38 || code === 48) {
      const size = given[i + 1] === "5" ? 3 : given[i + 1] === "2" ? 5 : 0;
      const colour = given.slice(i, i + size);
      if (size > 0 && colour.length === size && colour.every((part) => /^\d{1,3}$/.test(part))) {
        kept.push(...colour);
      }
      // Without its colour the rest of the sequence means something else.
      if (size === 0) return kept.length > 0 ? kept : null;
      i += size - 1;
    } else if (code === 0) {
      kept.length = 0;
      kept.push("0");
    } else if (isStyleCode(code)) kept.push(String(code));
  }
  return kept.length > 0 ? kept : null;
}

function isStyleCode(code: number): boolean {
  if ([5, 6, 8, 25, 28].includes(code)) return false;
  return code <= 9 || (code >= 22 && code <= 49) || (code >= 90 && code <= 107);
}
