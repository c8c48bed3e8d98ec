import { describe, expect, it } from "vitest";
import { causeSentence } from "#server/core/dispatch/cause.ts";
import { renderSentence } from "#app/_lib/i18n/sentence.ts";
import { causeParts } from "./cause-parts.ts";

const sentence = causeSentence({
  cause: "trigger",
  actor: "Sam · QA",
  rule: "owner-feedback",
  resumesRun: "298",
  agent: "programmer",
  skillVersion: 4,
  triggerType: "ticketCommentAdded",
});

describe.each(["en", "fr"] as const)("causeParts in %s", (locale) => {
  const read = (of: typeof sentence) =>
    causeParts(of, renderSentence(of, locale, 0)).map(({ names }) => names);

  it("finds rule and run, whatever signs the names have", () => {
    expect(read(sentence)).toEqual([null, "rule", "run", null]);
    const [first] = causeParts(sentence, renderSentence(sentence, locale, 0));
    expect(first?.text).toContain("Sam · QA");
  });

  it("names nothing that is not there", () => {
    const plain = causeSentence({ cause: "manual", actor: "Ada", rule: null, resumesRun: null });
    expect(read(plain)).toEqual([null]);
  });
});
