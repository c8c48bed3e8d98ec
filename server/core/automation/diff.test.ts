import { describe, expect, it } from "vitest";
import { dispatchRule, readConfig } from "../testing/board.ts";
import { parseAutomations } from "./config.ts";
import { diffAutomations, editText, setEnabledInText, stateChanges } from "./diff.ts";

const rule = (id: string, more: Record<string, unknown> = {}) => ({ ...dispatchRule, id, ...more });

describe("diffAutomations", () => {
  it("names what came, changed and went", () => {
    const before = readConfig([rule("same"), rule("other"), rule("gone")]);
    const after = readConfig([rule("new"), rule("other", { enabled: false }), rule("same")]);
    expect(diffAutomations(before, after)).toEqual({
      added: ["new"],
      changed: ["other"],
      removed: ["gone"],
    });
  });

  it("does not see order of keys, comments or a default written out", () => {
    const before = readConfig([rule("a")]);
    const written = parseAutomations(`{ "automations": [ { "actions": [
        { "to": "InProgress", "type": "moveTicketStatus" },
        { "maxCostUsd": 2, "agent": "programmer", "type": "runAgent", "restoreStatusOnFail": true }
      ], /* spelt out */ "enabled": true,
      "trigger": { "seconds": 30, "assigneeSlug": "programmer", "columns": ["Todo"], "type": "ticketInColumn" },
      "id": "a" } ] }`);
    expect(written.ok && diffAutomations(before, written.config)).toEqual({
      added: [],
      changed: [],
      removed: [],
    });
  });
});

describe("stateChanges", () => {
  it("starts new, re-enabled and retyped rules at now, and closes what is owed to those that end", () => {
    const comment = { trigger: { type: "ticketCommentAdded" } };
    const before = readConfig([
      rule("same"),
      rule("off", { enabled: false }),
      rule("retyped"),
      rule("ends"),
      rule("gone"),
      rule("breaks"),
    ]);
    const after = readConfig([
      rule("same", { name: "renamed" }),
      rule("off"),
      rule("retyped", comment),
      rule("ends", { enabled: false }),
      rule("new"),
      rule("breaks", { conditions: [{ type: "moonPhase" }] }),
    ]);
    expect(stateChanges(before, after)).toEqual({
      restarts: ["off", "retyped", "new"],
      closes: ["retyped", "ends", "gone", "breaks"],
    });
  });
});

describe("setEnabledInText", () => {
  const text = `{
  // first
  "automations": [
    { "id": "a", "trigger": { "type": "x" }, }, // kept
    {
      "id": "b",
      "enabled": true, /* really */
      "mine": 1
    }
  ],
}
`;

  it("changes one value and nothing else", () => {
    expect(setEnabledInText(text, "b", false)).toBe(
      text.replace('"enabled": true', '"enabled": false'),
    );
  });

  it("adds the key where it is missing, and keeps comments and unknown keys", () => {
    const edited = setEnabledInText(text, "a", false) ?? "";
    expect(edited).toContain("// first");
    expect(edited).toContain("// kept");
    expect(edited).toContain('"mine": 1');
    const parsed = parseAutomations(edited);
    expect(parsed.ok && parsed.config.automations.map(({ enabled }) => enabled)).toEqual([
      false,
      true,
    ]);
  });

  it("is null for a rule that is not there", () => {
    expect(setEnabledInText(text, "c", false)).toBeNull();
    expect(setEnabledInText("{", "c", false)).toBeNull();
  });

  it("keeps the file's line ends", () => {
    const windows = text.replaceAll("\n", "\r\n");
    expect(setEnabledInText(windows, "a", true)).not.toMatch(/[^\r]\n/);
  });
});

it("editText sets and removes a value", () => {
  const text = '{\n  "dailyBudgetUsd": 10, // cap\n  "automations": []\n}\n';
  expect(editText(text, ["dailyBudgetUsd"], 15)).toBe(text.replace("10", "15"));
  expect(editText(text, ["dailyBudgetUsd"], undefined)).not.toContain("dailyBudgetUsd");
});
