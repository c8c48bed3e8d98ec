import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const css = readFileSync(new URL("./theme.css", import.meta.url), "utf8");
const colours = Object.fromEntries(
  [...css.matchAll(/--([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(
    ([, name = "", light = "", dark = ""]) => [name, { light, dark }],
  ),
);

function luminance(hex: string): number {
  const channels = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  const [red = 0, green = 0, blue = 0] = channels.map((value) =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

const grounds = ["bg", "surface", "sunken", "raised", "hover"];
const hues = ["amber", "red", "blue", "violet", "green", "grey"];
const textPairs = [
  ...["ink", "muted", "accent", ...hues].flatMap((text) => grounds.map((ground) => [text, ground])),
  ...hues.map((hue) => [hue, `${hue}-tint`]),
  ...hues.map((hue) => ["ink", `${hue}-tint`]),
  ["accent", "accent-tint"],
  ["ink", "accent-tint"],
  ["muted", "accent-tint"],
  ["on-accent", "accent"],
] as [string, string][];
/** Edges of controls one must see to use (WCAG 1.4.11). */
const edgePairs = ["surface", "bg", "raised"].map((ground) => ["line-strong", ground]) as [
  string,
  string,
][];

describe.each(["light", "dark"] as const)("%s theme", (theme) => {
  const value = (name: string) => colours[name]?.[theme] ?? "";

  it.each(textPairs)("%s is readable on %s (AA, 4.5)", (text, ground) => {
    expect(contrast(value(text), value(ground))).toBeGreaterThanOrEqual(4.5);
  });

  it.each(edgePairs)("%s is visible on %s (3.0)", (edge, ground) => {
    expect(contrast(value(edge), value(ground))).toBeGreaterThanOrEqual(3);
  });
});
