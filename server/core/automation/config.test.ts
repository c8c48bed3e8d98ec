import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { automationsJsonSchema, parseAutomations, unknownColumnWarnings } from "./config.ts";
import type { ParsedAutomations } from "./config.ts";

const file = (...automations: unknown[]): string => JSON.stringify({ automations });
const valid = (text: string): Extract<ParsedAutomations, { ok: true }> => {
  const parsed = parseAutomations(text);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed;
};
const broken = (text: string) => {
  const parsed = parseAutomations(text);
  return parsed.ok ? [] : parsed.problems;
};
const todo = { type: "ticketInColumn", columns: ["Todo"] };
const run = { type: "runAgent", agent: "programmer" };
const rule = (more: Record<string, unknown> = {}) => ({
  id: "a",
  trigger: todo,
  actions: [run],
  ...more,
});

describe("parseAutomations", () => {
  it("reads comments, trailing commas, a BOM and any key order", () => {
    const text = `\uFEFF{
      // the rules
      "automations": [
        { "actions": [ { "agent": "programmer", "type": "runAgent", }, ],
          "trigger": { "columns": ["Todo"], "type": "ticketInColumn" /* level */ },
          "id": "a", },
      ],
      "dailyBudgetUsd": null,
    }`;
    const { config, warnings, disabled } = valid(text);
    expect({ warnings, disabled }).toEqual({ warnings: [], disabled: [] });
    expect(config).toEqual({ ...valid(file(rule())).config, dailyBudgetUsd: null });
  });

  it("fills in every default", () => {
    expect(valid(file(rule())).config).toEqual({
      automations: [
        {
          id: "a",
          name: "a",
          enabled: true,
          trigger: {
            type: "ticketInColumn",
            seconds: 30,
            maxConsecutiveRuns: 5,
            immediate: true,
            columns: ["Todo"],
            debounceSeconds: 0,
            failureBackoffSeconds: 60,
            maxFailureBackoffSeconds: 1800,
          },
          conditions: [],
          actions: [
            {
              type: "runAgent",
              agent: "programmer",
              mutuallyExclusiveWith: [],
              contextMode: "minimal",
              env: {},
              restoreStatusOnFail: true,
              contract: "derived",
              timeoutSeconds: 14_400,
              on: "completed",
            },
          ],
        },
      ],
    });
  });

  it("keeps root settings", () => {
    const root = {
      dailyBudgetUsd: 12.5,
      supervisorBudgetUsd: 2,
      timeZone: "Europe/Paris",
      minDescriptionLength: 40,
    };
    const { config } = valid(JSON.stringify({ version: 1, ...root, automations: [] }));
    expect(config).toEqual({ ...root, automations: [] });
  });

  it("takes both names of the poll period, and the older names of keys", () => {
    const { config, warnings } = valid(
      file({
        id: "a",
        trigger: { type: "ticketCommentAdded", seconds: 5 },
        actions: [
          { type: "moveTicketStatus", status: "Doing" },
          { type: "addComment", body: "hello" },
        ],
      }),
    );
    expect(warnings).toEqual([]);
    expect(config.automations[0]?.trigger).toMatchObject({ seconds: 5 });
    expect(config.automations[0]?.actions).toMatchObject([{ to: "Doing" }, { content: "hello" }]);
    const polled = valid(file(rule({ trigger: { ...todo, pollSeconds: 7 } }))).config;
    expect(polled.automations[0]?.trigger).toMatchObject({ seconds: 7 });
  });

  it("takes one column for a list of one, and a first move from onStart", () => {
    const { config, warnings } = valid(
      file(
        rule({
          trigger: { type: "ticketInColumn", column: "Todo", onStart: { moveTo: "InProgress" } },
        }),
      ),
    );
    expect(warnings).toEqual([]);
    expect(config.automations[0]?.trigger).toMatchObject({ columns: ["Todo"] });
    expect(config.automations[0]?.actions).toMatchObject([
      { type: "moveTicketStatus", to: "InProgress" },
      { type: "runAgent" },
    ]);
  });

  it.each([
    [{ skillFile: ".agents/qa-tester/SKILL.md" }, "qa-tester"],
    [{ skillFile: "skills/groomer.md" }, "groomer"],
    [{ skillFile: "skills/groomer.md", agentName: "producer" }, "producer"],
    [{ agent: "coder", agentName: "producer" }, "coder"],
  ])("names the agent of runClaudeSkill %j %s", (keys, agent) => {
    const { config, warnings } = valid(
      file(rule({ actions: [{ type: "runClaudeSkill", ...keys }] })),
    );
    expect(warnings).toEqual([]);
    expect(config.automations[0]?.actions[0]).toMatchObject({ type: "runAgent", agent });
  });

  it("takes keys in any case and null for a key left out", () => {
    const { config, warnings, disabled } = valid(
      file(
        rule({
          trigger: { Type: "ticketInColumn", Columns: ["Todo"], assigneeSlug: null },
          actions: [{ ...run, model: null, concurrencyGroup: null, uiTypeKey: "runAgent" }],
        }),
      ),
    );
    expect({ warnings, disabled }).toEqual({ warnings: [], disabled: [] });
    expect(config.automations[0]?.trigger).toMatchObject({ columns: ["Todo"] });
  });

  it("warns of unknown keys with path and line, and goes on", () => {
    const text = `{
      "automations": [
        { "id": "a", "note": "mine",
          "trigger": { "type": "ticketInColumn", "columns": ["Todo"], "pollSecond": 3 },
          "actions": [ { "type": "runAgent", "agent": "x", "modle": "opus" } ] }
      ],
      "extra": true
    }`;
    const { config, warnings, disabled } = valid(text);
    expect(disabled).toEqual([]);
    expect(config.automations).toHaveLength(1);
    expect(warnings.map(({ path, line }) => [path, line])).toEqual([
      ["extra", 7],
      ["automations[0].note", 3],
      ["automations[0].trigger.pollSecond", 4],
      ["automations[0].actions[0].modle", 5],
    ]);
  });

  it("says nothing of the `$schema` that editors read", () => {
    const text = `{ "$schema": "http://127.0.0.1:4000/schemas/automations.json", "automations": [] }`;
    expect(valid(text).warnings).toEqual([]);
    const inside = file({ id: "a", $schema: "x", trigger: { type: "boardIdle" }, actions: [] });
    expect(valid(inside).warnings.map(({ path }) => path)).toContain("automations[0].$schema");
  });

  it("warns of rules that can do nothing", () => {
    const { warnings } = valid(file({ id: "a", trigger: { type: "ticketInColumn" }, actions: [] }));
    expect(warnings.map(({ path }) => path)).toEqual([
      "automations[0].trigger.columns",
      "automations[0].actions",
    ]);
  });
});

describe("an automation that cannot run", () => {
  const good = rule({ id: "good" });
  const table: [string, unknown, { path: string; expected: string; found: string }][] = [
    [
      "a trigger of a later version",
      rule({ trigger: { type: "moonPhase", seconds: 60 } }),
      {
        path: "automations[1].trigger.type",
        expected:
          "one of ticketInColumn, statusChange, subTicketStatus, ticketCommentAdded, gitCommit, interval, boardIdle, agentInactivity",
        found: '"moonPhase"',
      },
    ],
    [
      "an unknown condition, which never counts as true",
      rule({ conditions: [{ type: "moonPhase" }] }),
      {
        path: "automations[1].conditions[0].type",
        expected: expect.stringContaining("one of minDescriptionLength,") as string,
        found: '"moonPhase"',
      },
    ],
    [
      "an unknown action",
      rule({ actions: [run, { type: "sendFax", number: "x" }] }),
      {
        path: "automations[1].actions[1].type",
        expected:
          "one of runAgent, moveTicketStatus, assignTicket, setLabels, addComment, createTicket, runCommand, executePowerShell, httpRequest, consolidateAgentMemory, commitAgentMemory, runClaudeSkill",
        found: '"sendFax"',
      },
    ],
    [
      "a name of the object's own kind",
      rule({ conditions: [{ type: "constructor" }] }),
      {
        path: "automations[1].conditions[0].type",
        expected: expect.any(String) as string,
        found: '"constructor"',
      },
    ],
    [
      "a value of another type",
      rule({ trigger: { ...todo, seconds: "soon" } }),
      { path: "automations[1].trigger.seconds", expected: "a number", found: '"soon"' },
    ],
    [
      "a value outside its range",
      rule({ trigger: { ...todo, seconds: 0 } }),
      { path: "automations[1].trigger.seconds", expected: "at least 1", found: "0" },
    ],
    [
      "a value that is not on the list",
      rule({ actions: [{ ...run, isolation: "docker" }] }),
      {
        path: "automations[1].actions[0].isolation",
        expected: 'one of "workspace", "worktree"',
        found: '"docker"',
      },
    ],
    [
      "an entry of a list",
      rule({ trigger: { ...todo, columns: ["Todo", 3] } }),
      { path: "automations[1].trigger.columns[1]", expected: "a string", found: "3" },
    ],
    [
      "a key that is missing",
      rule({ actions: [{ type: "moveTicketStatus" }] }),
      { path: "automations[1].actions[0].to", expected: "a string", found: "missing" },
    ],
    [
      "no trigger",
      rule({ trigger: undefined }),
      { path: "automations[1].trigger", expected: "an object", found: "missing" },
    ],
    [
      "no id",
      rule({ id: undefined }),
      { path: "automations[1].id", expected: "a text of 1 to 200 characters", found: "missing" },
    ],
    [
      "enabled in words",
      rule({ enabled: "yes" }),
      { path: "automations[1].enabled", expected: "true or false", found: '"yes"' },
    ],
    [
      "actions that are no list",
      rule({ actions: run }),
      {
        path: "automations[1].actions",
        expected: "an array",
        found: '{"type":"runAgent","agent":"programmer"}',
      },
    ],
    [
      "no object at all",
      "dispatch",
      { path: "automations[1]", expected: "an object", found: '"dispatch"' },
    ],
  ];

  it.each(table)("%s disables it alone", (_name, bad, problem) => {
    const { config, disabled } = valid(file(good, bad, rule({ id: "last" })));
    expect(disabled).toEqual([{ id: expect.any(String) as string, ...problem }]);
    expect(config.automations.map(({ disabledReason }) => disabledReason === undefined)).toEqual([
      true,
      false,
      true,
    ]);
    expect(config.automations[1]?.disabledReason).toBe(
      `${disabled[0]?.path}: expected ${disabled[0]?.expected}, found ${disabled[0]?.found}`,
    );
  });

  it("keeps its name, and what its trigger was meant to be", () => {
    const { config } = valid(file(rule({ name: "Nightly", trigger: { type: "moonPhase" } })));
    expect(config.automations[0]).toMatchObject({
      id: "a",
      name: "Nightly",
      trigger: { type: "invalid", declaredType: "moonPhase" },
    });
  });
});

describe("a file broken as a whole", () => {
  it.each([
    ["syntax", '{\n "automations": [],\n ???\n}', { line: 3, expected: "JSON with comments" }],
    ["nothing", "  ", { line: 1, found: "nothing" }],
    ["another root", "[]", { path: "", expected: "an object", found: "[]" }],
    [
      "automations of another type",
      '{"automations": {}}',
      { path: "automations", expected: "an array", found: "{}" },
    ],
    [
      "a cap in words: the fuse must not fall back",
      '{"dailyBudgetUsd": "ten", "automations": []}',
      { path: "dailyBudgetUsd", found: '"ten"', line: 1 },
    ],
    [
      "a negative cap",
      '{"dailyBudgetUsd": -1, "automations": []}',
      { path: "dailyBudgetUsd", expected: "at least 0", found: "-1" },
    ],
    [
      "an unknown time zone",
      '{"timeZone": "Mars/Base", "automations": []}',
      { path: "timeZone", expected: "a time zone such as Europe/Paris" },
    ],
    [
      "an id used twice",
      file(rule(), rule({ id: "b" }), rule()),
      { path: "automations[2].id", expected: "an id used once", found: '"a"' },
    ],
  ])("%s", (_name, text, problem) => {
    expect(broken(text)).toMatchObject([problem]);
  });

  it("names every duplicate", () => {
    expect(broken(file(rule(), rule(), rule()))).toHaveLength(2);
  });
});

describe("unknownColumnWarnings", () => {
  it("names rule parts that name a column the board does not have", () => {
    const { config } = valid(
      file(
        rule({
          trigger: { ...todo, columns: ["Todo", "To do"] },
          conditions: [{ type: "ticketInColumn", columns: ["Doing"] }],
          actions: [{ type: "moveTicketStatus", to: "Doing" }, run],
        }),
      ),
    );
    expect(
      unknownColumnWarnings(config, ["Todo", "Done"]).map(({ path, found }) => [path, found]),
    ).toEqual([
      ["automations[0].trigger", '"To do"'],
      ["automations[0].conditions[0]", '"Doing"'],
      ["automations[0].actions[0]", '"Doing"'],
    ]);
  });
});

describe("automationsJsonSchema", () => {
  it("describes triggers, conditions and actions with their defaults", () => {
    const text = JSON.stringify(automationsJsonSchema());
    for (const word of [
      "ticketInColumn",
      "ticketCommentAdded",
      "minDescriptionLength",
      "runClaudeSkill",
    ]) {
      expect(text).toContain(word);
    }
    expect(JSON.parse(text)).toMatchObject({
      $schema: expect.stringContaining("json-schema.org") as string,
      type: "object",
      required: ["automations"],
    });
  });
});

describe("the starter rules", () => {
  const text = readFileSync(new URL("../../../skills/automations.json", import.meta.url), "utf8");

  it("are valid without a remark and name only the default columns", () => {
    const { config, warnings, disabled } = valid(text);
    expect({ warnings, disabled }).toEqual({ warnings: [], disabled: [] });
    expect(config.automations.map(({ id }) => id)).toEqual([
      "dispatch",
      "owner-feedback",
      "review",
    ]);
    const columns = ["Backlog", "Todo", "InProgress", "Blocked", "Review", "Done"];
    expect(unknownColumnWarnings(config, columns)).toEqual([]);
  });
});

describe("a large file", () => {
  it("is read as a whole: 60 automations in more than 100 kB", () => {
    const automations = Array.from({ length: 60 }, (_, index) => ({
      id: `rule-${index}`,
      trigger: { type: "ticketInColumn", columns: ["Todo"], assigneeSlug: `agent-${index}` },
      actions: [{ type: "runAgent", agent: `agent-${index}`, env: { NOTE: "x".repeat(1_700) } }],
    }));
    const text = JSON.stringify({ automations }, null, 2);
    expect(text.length).toBeGreaterThan(100_000);
    const parsed = parseAutomations(text);
    expect(parsed).toMatchObject({ ok: true, warnings: [], disabled: [] });
    expect(parsed.ok && parsed.config.automations.map(({ id }) => id)).toEqual(
      automations.map(({ id }) => id),
    );
  });

  it("is described by a JSON Schema that knows examples", () => {
    const schema = JSON.stringify(automationsJsonSchema());
    for (const key of ["tests", "given", "spentUsd", "expect", "admitted", "GROUP_BUSY"]) {
      expect(schema).toContain(`"${key}"`);
    }
  });
});
