/**
 * Shows characters that could make a command read otherwise than it runs: direction marks, zero-width
 * and control characters appear as their code (ux 25: the whole command, never cut, never disguised).
 */
const hidden =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;

export function visibleText(text: string): string {
  return text.replace(hidden, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`);
}
