import { describe, expect, it } from "vitest";
import { pickLocale } from "./locale.ts";
import { translator } from "./translate.ts";
import { defineWords } from "./words.ts";

const words = defineWords(
  {
    moved: "{ticket} moved to {column}",
    tickets: { one: "{count} ticket", other: "{count} tickets" },
    plain: "Close",
  },
  {
    moved: "{ticket} est allé dans {column}",
    tickets: { one: "{count} ticket", other: "{count} tickets" },
    plain: "Fermer",
  },
);

describe("translator", () => {
  it("fills placeholders in either language", () => {
    expect(translator(words, "en")("moved", { ticket: "#4", column: "Done" })).toBe(
      "#4 moved to Done",
    );
    expect(translator(words, "fr")("moved", { ticket: "#4", column: "Done" })).toBe(
      "#4 est allé dans Done",
    );
  });

  it("counts as the language does: zero is plural in English, singular in French", () => {
    expect(translator(words, "en")("tickets", { count: 0 })).toBe("0 tickets");
    expect(translator(words, "fr")("tickets", { count: 0 })).toBe("0 ticket");
    expect(translator(words, "en")("tickets", { count: 1 })).toBe("1 ticket");
  });

  it("does not treat a value as a template", () => {
    expect(translator(words, "en")("moved", { ticket: "{column}", column: "x" })).toBe(
      "{column} moved to x",
    );
  });
});

describe("pickLocale", () => {
  it("prefers the choice, then the browser's best language, then English", () => {
    expect(pickLocale("fr", "en")).toBe("fr");
    expect(pickLocale(undefined, "de, fr-CH;q=0.8, en;q=0.9")).toBe("en");
    expect(pickLocale(undefined, "fr-FR,fr;q=0.9,en;q=0.8")).toBe("fr");
    expect(pickLocale("xx", "de")).toBe("en");
    expect(pickLocale(undefined, null)).toBe("en");
  });
});
