import { describe, expect, it } from "vitest";
import { parseAutomations } from "../automation/config.ts";
import { buildMember, buildSnapshot, buildState } from "../testing/board.ts";
import { exampleRemarks, runExamples } from "./examples.ts";

const rules = [
  {
    id: "code",
    trigger: { type: "ticketInColumn", columns: ["Todo"], assigneeSlug: "programmer" },
    conditions: [{ type: "minDescriptionLength", length: 10 }],
    actions: [
      { type: "moveTicketStatus", to: "InProgress" },
      { type: "runAgent", agent: "programmer", maxCostUsd: 2 },
    ],
  },
  {
    id: "docs",
    trigger: { type: "ticketInColumn", columns: ["Todo"], assigneeSlug: "docs" },
    actions: [{ type: "runAgent", agent: "docs", concurrencyGroup: "workspace" }],
  },
  {
    id: "feedback",
    trigger: { type: "ticketCommentAdded", authors: ["owner"], mentions: ["docs"] },
    actions: [{ type: "runAgent", agent: "docs" }],
  },
];

const ticket = (number: number, more: object = {}) => ({
  number,
  column: "Todo",
  assignee: "programmer",
  description: "long enough to start",
  ...more,
});

function textOf(tests: object[], root: object = {}, automations: object[] = rules): string {
  return JSON.stringify({ ...root, automations, tests }, null, 2);
}

function judge(tests: object[], root: object = {}, automations: object[] = rules) {
  const parsed = parseAutomations(textOf(tests, root, automations));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return runExamples(buildSnapshot(), parsed.config);
}

function found(given: object, asked = 1, root: object = {}): string | undefined {
  const expected = { ticket: asked, outcome: "ENGINE_DOWN" };
  const at = "2026-03-01T09:00:00+01:00";
  return judge([{ name: "one", given, at, expect: expected }], root).failed[0]?.found;
}

describe("runExamples", () => {
  it("passes what comes out as it says, and names what does not", () => {
    const given = { tickets: [ticket(1), ticket(2, { assignee: "docs" })] };
    const at = "2026-03-01T09:00:00Z";
    const judged = judge([
      { name: "code starts", given, at, expect: { ticket: 1, outcome: "admitted" } },
      { name: "docs wait", given, at, expect: { ticket: 2, outcome: "GROUP_BUSY" } },
      { name: "docs start", given, at, expect: { ticket: 2, outcome: "admitted" } },
    ]);
    expect(judged.passed).toBe(2);
    expect(judged.failed).toEqual([
      {
        index: 2,
        name: "docs start",
        expected: "admitted",
        found: "GROUP_BUSY",
        message: "example 'docs start': expected admitted, found GROUP_BUSY",
      },
    ]);
  });

  it.each([
    ["no rule selects", { tickets: [ticket(1, { column: "Backlog" })] }, "NO_MATCH"],
    ["a false condition", { tickets: [ticket(1, { description: "short" })] }, "CONDITION"],
    [
      "an open blocker",
      { tickets: [ticket(1, { blockedBy: [2] }), ticket(2, { column: "Backlog" })] },
      "BLOCKED",
    ],
    [
      "a blocker that is done",
      { tickets: [ticket(1, { blockedBy: [2] }), ticket(2, { column: "Done" })] },
      "admitted",
    ],
    ["spent money", { tickets: [ticket(1)], spentUsd: 10 }, "BUDGET_REACHED"],
    [
      "an active run in the group",
      { tickets: [ticket(1), ticket(2)], runs: [{ agent: "programmer", ticket: 2 }] },
      "GROUP_BUSY",
    ],
    [
      "an active run on the ticket",
      { tickets: [ticket(1)], runs: [{ agent: "programmer", ticket: 1, group: "x" }] },
      "DUPLICATE",
    ],
    [
      "a run that left it",
      { tickets: [ticket(1)], runs: [{ agent: "programmer", ticket: 1, outcome: "completed" }] },
      "NOTHING_CHANGED",
    ],
    ["a person as assignee", { tickets: [ticket(1, { assignee: "owner" })] }, "NO_MATCH"],
    [
      "money set aside for a run",
      { tickets: [ticket(1)], runs: [{ agent: "docs", group: "x", reservedUsd: 9 }] },
      "BUDGET_RESERVED",
    ],
    [
      "the owner's comment",
      {
        tickets: [
          ticket(1, { column: "Review", comments: [{ author: "Owner", content: "@docs look" }] }),
        ],
      },
      "admitted",
    ],
    [
      "a comment that names nobody",
      {
        tickets: [
          ticket(1, { column: "Review", comments: [{ author: "owner", content: "@docsy" }] }),
        ],
      },
      "NO_MATCH",
    ],
    [
      "a level too deep",
      {
        tickets: [
          ticket(1, { parent: 2 }),
          ticket(2, { parent: 3 }),
          ticket(3, { parent: 4 }),
          ticket(4, { parent: 5 }),
          ticket(5),
        ],
      },
      "DEPTH_LIMIT",
    ],
  ] as const)("finds %s", (_what, given, outcome) => {
    expect(found(given)).toBe(outcome);
  });

  it("does not depend on the machine, on holds or on what the board has in it", () => {
    const busy = buildSnapshot({
      project: { ...buildSnapshot().project, isPaused: true, workspaceProblem: "missing" },
      automationStates: { code: buildState({ heldBy: "ada", startsAfter: 99 }) },
      members: { programmer: buildMember("programmer", { hasSkill: false, heldBy: "ada" }) },
      slots: { capacity: 1, active: 1 },
    });
    const parsed = parseAutomations(
      textOf([
        {
          name: "code starts",
          given: { tickets: [ticket(1)] },
          at: "2026-03-01T09:00:00Z",
          expect: { ticket: 1, outcome: "admitted" },
        },
      ]),
    );
    expect(parsed.ok && runExamples(busy, parsed.config)).toEqual({ passed: 1, failed: [] });
  });

  it("does not keep anybody from switching a rule off", () => {
    const off = rules.map((rule) => ({ ...rule, enabled: false }));
    const given = { tickets: [ticket(1)] };
    const at = "2026-03-01T09:00:00Z";
    const admitted = { name: "starts", given, at, expect: { ticket: 1, outcome: "admitted" } };
    const isOff = { name: "is off", given, at, expect: { ticket: 1, outcome: "AUTOMATION_OFF" } };
    expect(judge([admitted, isOff], {}, off)).toEqual({ passed: 2, failed: [] });
  });

  it("says at which line a failing example stands", () => {
    const tests = [
      {
        name: "never",
        given: { tickets: [ticket(1)] },
        at: "2026-03-01T09:00:00Z",
        expect: { ticket: 1, outcome: "SLOTS_FULL" },
      },
    ];
    const text = textOf(tests);
    const [remark] = exampleRemarks(text, judge(tests));
    expect(remark).toMatchObject({ path: "tests[0]", expected: "SLOTS_FULL", found: "admitted" });
    expect(text.split("\n")[(remark?.line ?? 0) - 1]?.trim()).toBe("{");
  });
});

describe("reading examples", () => {
  const broken = (test: object): unknown => {
    const parsed = parseAutomations(textOf([test]));
    return parsed.ok ? parsed.warnings : parsed.problems;
  };
  const good = {
    name: "a",
    given: { tickets: [ticket(1)] },
    at: "2026-03-01T09:00:00Z",
    expect: { ticket: 1, outcome: "admitted" },
  };

  it("names path, expected and found", () => {
    expect(broken({ ...good, at: "noon" })).toMatchObject([
      {
        path: "tests[0].at",
        expected: "a time with its offset, e.g. 2026-03-01T09:00:00Z",
        found: '"noon"',
      },
    ]);
    expect(broken({ ...good, expect: { ticket: 1, outcome: "started" } })).toMatchObject([
      { path: "tests[0].expect.outcome", found: '"started"' },
    ]);
    expect(broken({ ...good, expect: { ticket: 7, outcome: "admitted" } })).toMatchObject([
      { path: "tests[0].expect.ticket", expected: "one of 1", found: "7" },
    ]);
    expect(broken({ ...good, given: { tickets: [ticket(1), ticket(1)] } })).toMatchObject([
      { path: "tests[0].given.tickets[1].number", expected: "a number used once" },
    ]);
    const runs = [{ agent: "docs", ticket: 9 }];
    expect(broken({ ...good, given: { tickets: [ticket(1)], runs } })).toMatchObject([
      { path: "tests[0].given.runs[0].ticket", found: "9" },
    ]);
  });

  it("warns of keys that have no effect", () => {
    const odd = { ...good, given: { tickets: [ticket(1, { labls: ["x"] })] } };
    expect(broken(odd)).toMatchObject([{ path: "tests[0].given.tickets[0].labls" }]);
    expect(broken(good)).toEqual([]);
  });
});
