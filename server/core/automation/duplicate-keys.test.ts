import { describe, expect, it } from "vitest";
import { parseAutomations } from "./config.ts";

const file = (action: string): string => `{
  "automations": [{
    "id": "a",
    "trigger": { "type": "ticketInColumn", "columns": ["Todo"] },
    "actions": [{ "type": "runAgent", "agent": "programmer", ${action} }]
  }]
}`;

describe("keys that stand twice", () => {
  it("refuses the file and names the key with its line", () => {
    const parsed = parseAutomations(file(`"maxTurns": 5, "maxTurns": 999`));
    expect(parsed).toMatchObject({
      ok: false,
      problems: [
        {
          path: "automations[0].actions[0].maxTurns",
          line: 5,
          expected: "a key used once",
          found: '"maxTurns" twice',
        },
      ],
    });
  });

  it("takes two spellings of one key for the same key", () => {
    expect(parseAutomations(file(`"maxTurns": 5, "MaxTurns": 999`)).ok).toBe(false);
  });

  it("leaves names of the writer's own as they are spelled", () => {
    expect(parseAutomations(file(`"env": { "Path": "a", "PATH": "b" }`)).ok).toBe(true);
    expect(parseAutomations(file(`"env": { "PATH": "a", "PATH": "b" }`)).ok).toBe(false);
  });
});
