/** Our own colours: SGR only, so that they mean the same in every terminal. */
const CODES = {
  dim: "2",
  bold: "1",
  red: "31",
  green: "32",
  amber: "33",
  blue: "34",
} as const;
export type Hue = keyof typeof CODES;
export type Paint = (hue: Hue, text: string) => string;

export function createPaint(hasColour: boolean): Paint {
  return (hue, text) => (hasColour && text !== "" ? `\u001b[${CODES[hue]}m${text}\u001b[0m` : text);
}
