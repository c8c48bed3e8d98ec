import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { frenchSentences } from "./sentence-words.ts";
import { renderSentence } from "./sentence.ts";

/** Read as text: pages must not import the decision core. */
const source = readFileSync(
  new URL("../../../server/core/dispatch/sentence-texts.ts", import.meta.url),
  "utf8",
);
const english = [...source.matchAll(/"([a-z]+\.[\w.]+)":\s*"((?:[^"\\]|\\.)*)"/g)].map(
  ([, key = "", text = ""]) => ({ key, text }),
);
const namesOf = (text: string) =>
  [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).toSorted();
const now = Date.parse("2026-05-04T12:00:00Z");

describe("French sentences", () => {
  it("cover every sentence of the engine", () => {
    expect(english.length).toBeGreaterThan(100);
    expect(english.map(({ key }) => key).filter((key) => !(key in frenchSentences))).toEqual([]);
  });

  it.each(english)("$key has the same placeholders", ({ key, text }) => {
    expect(namesOf(frenchSentences[key] ?? "")).toEqual(namesOf(text));
  });
});

describe("renderSentence", () => {
  const until = "2026-05-04T14:05:00Z";
  const sentence = {
    key: "gate.BACKOFF",
    values: { agent: "qa", until },
    text: `qa tries again at ${until}`,
  };

  it("shows moments on the viewer's clock in both languages", () => {
    expect(renderSentence(sentence, "en", now)).not.toContain("2026-05-04T");
    expect(renderSentence(sentence, "fr", now)).toMatch(/^qa réessaie à \d\d:\d\d$/);
  });

  it("takes phrases in the viewer's language", () => {
    const values = { rule: "review", conditions: "it has x", "conditions.fr": "il a x" };
    const asked = { key: "gate.CONDITION", values, text: "Rule review asks that it has x" };
    expect(renderSentence(asked, "en", now)).toBe(asked.text);
    expect(renderSentence(asked, "fr", now)).toBe("La règle review demande : il a x");
  });

  it("keeps the server's text for a key it does not know", () => {
    expect(renderSentence({ key: "gate.NEW", values: {}, text: "Something new" }, "fr", now)).toBe(
      "Something new",
    );
  });

  it("joins the parts of a cause that are there", () => {
    const cause = {
      key: "cause.commented",
      values: { actor: "Sam", agent: "qa", column: "", rule: "feedback", run: "", skill: 4 },
      text: "Sam commented · rule feedback · skill v4",
    };
    expect(renderSentence(cause, "fr", now)).toBe(
      "Sam a commenté · règle feedback · compétence v4",
    );
    expect(renderSentence(cause, "en", now)).toBe(cause.text);
  });
});
