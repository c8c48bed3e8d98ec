import { describe, expect, it } from "vitest";
import { buildPrompt } from "./prompt.ts";
import type { PromptCause } from "./prompt.ts";

const ticket = { number: 42, title: "Add VAT field" };
const skill = "---\nmodel: opus\n---\n\n# Programmer\n\nYou code.\n";

describe("a fresh prompt", () => {
  it("is the skill without front matter, one blank line and the focus line", () => {
    expect(buildPrompt({ kind: "fresh", skill, ticket })).toBe(
      "# Programmer\n\nYou code.\n\nFocus on ticket #42: Add VAT field",
    );
  });

  it.each(["You code.", "You code.\n", "You code.\n\n\n", "You code.\r\n"])(
    "has exactly one blank line after %j",
    (text) => {
      expect(buildPrompt({ kind: "fresh", skill: text, ticket })).toBe(
        "You code.\n\nFocus on ticket #42: Add VAT field",
      );
    },
  );

  it("puts preamble and memory first, in this order", () => {
    const prompt = buildPrompt({
      kind: "fresh",
      preamble: "You are {agent}.\n",
      memory: "- likes {agent} tests\n",
      skill,
      agent: "programmer",
      ticket,
    });
    expect(prompt).toBe(
      "You are programmer.\n\n- likes {agent} tests\n\n# Programmer\n\nYou code.\n\nFocus on ticket #42: Add VAT field",
    );
  });

  it("leaves out empty parts", () => {
    const prompt = buildPrompt({
      kind: "fresh",
      preamble: "\n",
      memory: null,
      skill: "Go.",
      ticket,
    });
    expect(prompt).toBe("Go.\n\nFocus on ticket #42: Add VAT field");
  });

  it("writes the title on one line", () => {
    const title = "a\nb\r\nc\rd\u2028e";
    expect(buildPrompt({ kind: "fresh", skill: "Go.", ticket: { number: 1, title } })).toBe(
      "Go.\n\nFocus on ticket #1: a b c d e",
    );
  });

  it("does not touch braces and dollars of the skill", () => {
    const text = "Use {agent} and $& and ${x} and {id}.";
    expect(buildPrompt({ kind: "fresh", skill: text, agent: "qa", ticket })).toBe(
      `${text}\n\nFocus on ticket #42: Add VAT field`,
    );
  });

  it("without a ticket ends with the action's context", () => {
    expect(buildPrompt({ kind: "fresh", skill, ticket: null, context: "Nightly." })).toBe(
      "# Programmer\n\nYou code.\n\nNightly.",
    );
    expect(buildPrompt({ kind: "fresh", skill, ticket: null })).toBe("# Programmer\n\nYou code.");
  });

  it("with a ticket has no context", () => {
    expect(buildPrompt({ kind: "fresh", skill, ticket, context: "Nightly." })).not.toContain(
      "Nightly",
    );
  });
});

const forms: [PromptCause, string][] = [
  [
    { kind: "owner_comment" },
    "The owner has posted feedback on ticket #42: Add VAT field\nRead ALL owner comments on this ticket and address them.",
  ],
  [
    { kind: "answer", question: "Which environment?", answer: "staging" },
    "Your question on ticket #42 was answered: Add VAT field\nWhich environment? → staging",
  ],
  [
    { kind: "comment", names: ["reviewer"] },
    "reviewer has posted on ticket #42: Add VAT field\nRead all comments since your last run and address them.",
  ],
  [
    { kind: "comment", names: ["reviewer", "qa", "reviewer"] },
    "reviewer and qa have posted on ticket #42: Add VAT field\nRead all comments since your last run and address them.",
  ],
  [
    { kind: "children", digest: "#43 done: cart; #44 stuck: tax" },
    "The sub-tickets of ticket #42 have ended: Add VAT field\n#43 done: cart; #44 stuck: tax",
  ],
  [
    { kind: "dependency", number: 7 },
    "Ticket #7, which blocked ticket #42, is done: Add VAT field\nContinue.",
  ],
  [
    { kind: "retry", outcome: "max_turns", missing: ["tests", "hand over"] },
    "Your last run on ticket #42 ended early (max_turns): Add VAT field\nMissing: tests, hand over. Continue.",
  ],
  [
    { kind: "retry", outcome: "failed", missing: [] },
    "Your last run on ticket #42 ended early (failed): Add VAT field\nContinue.",
  ],
  [
    { kind: "woken", reason: "limit" },
    "Your run on ticket #42 was paused (limit): Add VAT field\nContinue where you stopped.",
  ],
  [
    { kind: "given_back" },
    "Ticket #42 was given to you again: Add VAT field\nThe owner worked in this session; look at the last turns first.",
  ],
  [
    { kind: "again" },
    "Ticket #42 was given to you again: Add VAT field\nRead what changed since your last run and continue.",
  ],
  [
    { kind: "message", name: "Ada", text: "skip the refunds\nand $& too" },
    "Ada wrote to you about ticket #42: Add VAT field\nskip the refunds\nand $& too",
  ],
];

describe("a resumed prompt", () => {
  it.each(forms)("%j has its own form", (cause, prompt) => {
    expect(buildPrompt({ kind: "resume", ticket, causes: [cause] })).toBe(prompt);
  });

  it("without a cause says that the ticket was given again", () => {
    expect(buildPrompt({ kind: "resume", ticket, causes: [] })).toBe(
      "Ticket #42 was given to you again: Add VAT field\nRead what changed since your last run and continue.",
    );
  });

  it("takes the first line of the first cause and the second line of every one", () => {
    const causes: PromptCause[] = [
      { kind: "retry", outcome: "failed", missing: [] },
      { kind: "comment", names: ["qa"] },
      { kind: "owner_comment" },
      { kind: "answer", question: "Q", answer: "A" },
    ];
    expect(buildPrompt({ kind: "resume", ticket, causes })).toBe(
      [
        "The owner has posted feedback on ticket #42: Add VAT field",
        "Read ALL owner comments on this ticket and address them.",
        "Q → A",
        "Read all comments since your last run and address them.",
        "Continue.",
      ].join("\n"),
    );
  });

  it("does not say the same twice", () => {
    const causes: PromptCause[] = [
      { kind: "dependency", number: 7 },
      { kind: "dependency", number: 8 },
    ];
    expect(buildPrompt({ kind: "resume", ticket, causes })).toBe(
      "Ticket #7, which blocked ticket #42, is done: Add VAT field\nContinue.",
    );
  });

  it("sends the change of the skill first, where the project wants that", () => {
    expect(
      buildPrompt({
        kind: "resume",
        ticket,
        causes: [{ kind: "again" }],
        skillChange: "Your skill changed:\n+ never touch migrations\n",
      }),
    ).toBe(
      "Your skill changed:\n+ never touch migrations\n\nTicket #42 was given to you again: Add VAT field\nRead what changed since your last run and continue.",
    );
  });

  it("never repeats the skill", () => {
    for (const [cause] of forms) {
      expect(buildPrompt({ kind: "resume", ticket, causes: [cause] })).not.toContain("Programmer");
    }
  });
});
