/** The most particular one first: nearly all of them also call themselves Chrome and Safari. */
const browsers = [
  ["Edge", /\bEdgA?\//],
  ["Opera", /\bOPR\//],
  ["Firefox", /\b(?:Firefox|FxiOS)\//],
  ["Chrome", /\b(?:HeadlessChrome|Chrome|CriOS|Chromium)\//],
  ["Safari", /\bSafari\//],
] as const;

const systems = [
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["Android", /\bAndroid\b/],
  ["Windows", /\bWindows\b/],
  ["macOS", /\bMac OS X\b/],
  ["Linux", /\bLinux\b/],
] as const;

/** "Firefox, Linux" from a User-Agent; what is no browser as it calls itself; null without one. */
export function browserName(userAgent: string | null): string | null {
  if (userAgent === null || userAgent === "") return null;
  const find = (list: readonly (readonly [string, RegExp])[]) =>
    list.find(([, pattern]) => pattern.test(userAgent))?.[0];
  const browser = find(browsers);
  if (browser === undefined) return userAgent.slice(0, 60);
  const system = find(systems);
  return system === undefined ? browser : `${browser}, ${system}`;
}
