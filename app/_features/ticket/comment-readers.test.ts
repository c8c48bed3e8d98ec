import { describe, expect, it } from "vitest";
import type { AutomationsAnswer } from "#server/contracts/automation.ts";
import { commentReaders } from "./comment-readers.ts";

const row = (id: string, more: object = {}) => ({
  id,
  name: `rule ${id}`,
  enabled: true,
  disabled: null,
  triggerType: "ticketCommentAdded",
  ...more,
});
const rules = (rows: object[], triggers: Record<string, object>) =>
  ({
    rows,
    config: {
      automations: Object.entries(triggers).map(([id, trigger]) => ({
        id,
        trigger: { type: "ticketCommentAdded", ...trigger },
      })),
    },
  }) as unknown as AutomationsAnswer;
const members = [
  { slug: "programmer", kind: "agent" },
  { slug: "sam", kind: "person" },
  { slug: "ada", kind: "person" },
] as const;

describe("commentReaders", () => {
  it("knows the rules that read a comment by its author and by whom it names", () => {
    const answer = rules([row("any"), row("owner"), row("named"), row("off", { enabled: false })], {
      any: {},
      owner: { authors: ["owner"] },
      named: { mentions: ["Programmer"] },
      off: {},
    });
    expect(commentReaders("hello", "ada", answer, members).rules).toEqual(["rule any"]);
    expect(commentReaders("@programmer go", "owner", answer, members).rules).toEqual([
      "rule any",
      "rule owner",
      "rule named",
    ]);
  });

  it("calls the people it names, never its author", () => {
    const answer = rules([], {});
    expect(commentReaders("@sam @ada look", "ada", answer, members).people).toEqual(["sam"]);
  });

  it("says which agents it names in vain", () => {
    expect(commentReaders("@programmer", "ada", rules([], {}), members).idle).toEqual([
      "programmer",
    ]);
    expect(
      commentReaders("@programmer", "ada", rules([row("a")], { a: {} }), members).idle,
    ).toEqual([]);
  });
});
