import { describe, expect, it } from "vitest";
import { causeSentence } from "./cause.ts";

describe("causeSentence", () => {
  it("names actor, rule, session and skill", () => {
    const sentence = causeSentence({
      cause: "trigger",
      triggerType: "ticketCommentAdded",
      actor: "Sam",
      rule: "owner-feedback",
      resumesRun: "298",
      skillVersion: 4,
    });
    expect(sentence).toEqual({
      key: "cause.commented",
      values: {
        actor: "Sam",
        agent: "the agent",
        column: "",
        rule: "owner-feedback",
        run: "298",
        skill: 4,
      },
      text: "Sam commented · rule owner-feedback · resumes session of run 298 · skill v4",
    });
  });

  it.each([
    [{ cause: "trigger", movedTo: "Todo" }, "Ada moved it to Todo"],
    [{ cause: "trigger" }, "Ada selected it"],
    [{ cause: "manual" }, "Ada pressed Run"],
    [{ cause: "retry" }, "Tried again after a bad end"],
    [{ cause: "wake" }, "What it slept for has come"],
    [{ cause: "message", agent: "programmer" }, "Ada wrote to programmer"],
    [{ cause: "answer" }, "Ada answered its question"],
    [{ cause: "chain" }, "The run before it in the rule was done"],
  ] as const)("%j reads %s", (facts, text) => {
    expect(causeSentence({ actor: "Ada", rule: null, resumesRun: null, ...facts }).text).toBe(text);
  });
});
