import { readdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { Entry, Words } from "./words.ts";

const root = path.resolve(import.meta.dirname, "../..");
const notCatalogues = ["_lib/i18n/words.ts", "_lib/i18n/sentence-words.ts"];
const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
  (file) => file.endsWith("words.ts") && !notCatalogues.includes(file),
);

const textsOf = (entry: Entry) => (typeof entry === "string" ? [entry] : [entry.one, entry.other]);
const namesOf = (text: string) =>
  [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).toSorted();
const isWords = (value: unknown): value is Words =>
  typeof value === "object" && value !== null && "en" in value && "fr" in value;

describe.each(files)("%s", (file) => {
  it("says everything in both languages, with the same placeholders", async () => {
    const module = (await import(path.join(root, file))) as Record<string, unknown>;
    const catalogues = Object.values(module).filter(isWords);
    expect(catalogues.length).toBeGreaterThan(0);
    for (const { en, fr } of catalogues) {
      expect(Object.keys(fr)).toEqual(Object.keys(en));
      for (const [key, entry] of Object.entries(en)) {
        const french = textsOf(fr[key] ?? "");
        textsOf(entry).forEach((text, index) => {
          expect(text.trim(), `${key} in English`).not.toBe("");
          expect(french[index]?.trim(), `${key} in French`).toBeTruthy();
          expect(namesOf(french[index] ?? ""), `placeholders of ${key}`).toEqual(namesOf(text));
        });
      }
    }
  });
});

it("finds the catalogues", () => {
  expect(files.length).toBeGreaterThan(4);
});
