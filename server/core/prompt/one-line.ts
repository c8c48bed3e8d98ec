/** Text as one line. */
export function oneLine(text: string): string {
  return text.replaceAll(/\r\n|[\r\n\u2028\u2029]/g, " ");
}

/** At most `limit` characters (code points); what was cut ends in `…`. */
export function firstCharacters(text: string, limit: number): string {
  const characters = [...text];
  return characters.length <= limit ? text : `${characters.slice(0, limit - 1).join("")}…`;
}
