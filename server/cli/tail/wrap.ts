/** Lines for a terminal of a given width. Text may hold SGR sequences, which take no room. */

const SGR = /\u001b\[[0-9;]*m/g;
const NO_WIDTH = /^(?:\p{M}|\u200b|\u200c|\u200d)$/u;
const DOUBLE_WIDTH =
  /^[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]$|^\p{Emoji_Presentation}$/u;

/** Columns that `text` takes. */
export function displayWidth(text: string): number {
  let width = 0;
  for (const char of text.replace(SGR, "")) width += charWidth(char);
  return width;
}

/** Breaks at spaces, and inside a word only when it is wider than a line. Indentation is kept. */
export function wrapLine(line: string, width: number): string[] {
  if (width <= 0 || displayWidth(line) <= width) return [line];
  const indent = /^ */.exec(line)?.[0].slice(0, Math.floor(width / 2)) ?? "";
  const lines: string[] = [];
  let current = indent;
  let isEmpty = true;
  for (const word of line.trimStart().split(" ")) {
    const joined = isEmpty ? current + word : `${current} ${word}`;
    if (displayWidth(joined) <= width) {
      current = joined;
      isEmpty = false;
      continue;
    }
    if (!isEmpty) lines.push(current);
    const pieces = cutWord(word, Math.max(1, width - indent.length));
    lines.push(...pieces.slice(0, -1).map((piece) => indent + piece));
    current = indent + (pieces.at(-1) ?? "");
    isEmpty = false;
  }
  lines.push(current);
  return lines;
}

/** The beginning that fits, with a sign that there is more. */
export function cutToWidth(text: string, width: number): string {
  if (width <= 0 || displayWidth(text) <= width) return text;
  return `${cutWord(text.replace(SGR, ""), Math.max(1, width - 1))[0] ?? ""}…`;
}

function cutWord(word: string, width: number): string[] {
  const pieces: string[] = [];
  let piece = "";
  let used = 0;
  // A sequence stays in one piece: it takes no room.
  for (const part of word.match(/\u001b\[[0-9;]*m|[^]/gu) ?? []) {
    const room = part.length > 2 && part.startsWith("\u001b") ? 0 : charWidth(part);
    if (used + room > width && piece !== "") {
      pieces.push(piece);
      piece = "";
      used = 0;
    }
    piece += part;
    used += room;
  }
  pieces.push(piece);
  return pieces;
}

function charWidth(char: string): number {
  if (NO_WIDTH.test(char)) return 0;
  return DOUBLE_WIDTH.test(char) ? 2 : 1;
}
