import { describe, expect, it } from "vitest";
import { evaluateGates } from "../../dispatch/gates.ts";
import type { TicketFacts } from "../../dispatch/snapshot.ts";
import {
  buildCandidate,
  buildColumn,
  buildSnapshot,
  buildTicket,
  dispatchRule,
  minutesAgo,
  readConfig,
} from "../../testing/board.ts";
import { conditions } from "./registry.ts";

/** Whether the gate lets a rule with these conditions pass. */
function passes(
  list: unknown[],
  ticket: Partial<TicketFacts>,
  columns = buildSnapshot().columns,
): boolean {
  const config = readConfig([{ ...dispatchRule, conditions: list }]);
  const [rule] = config.automations;
  if (rule?.disabledReason !== undefined) throw new Error(rule.disabledReason);
  const gates = evaluateGates(
    buildSnapshot({ config, columns }),
    buildCandidate({ ticket: buildTicket(ticket) }),
  );
  return gates.find(({ code }) => code === "CONDITION")?.pass ?? false;
}

type Row = [
  condition: Record<string, unknown> & { type: string },
  ticket: Partial<TicketFacts>,
  holds: boolean,
];
const open = { number: 2, column: "Todo" };
const done = { number: 3, column: "Done" };

const table: Row[] = [
  [{ type: "minDescriptionLength", length: 3 }, { description: "  abc \n" }, true],
  [{ type: "minDescriptionLength", length: 3 }, { description: "  ab  " }, false],
  [{ type: "minDescriptionLength", length: 3 }, { description: "👩‍💻" }, true],
  [{ type: "minDescriptionLength", length: 2 }, { description: "😀" }, false],
  [{ type: "minDescriptionLength" }, { description: "x".repeat(50) }, true],
  [{ type: "minDescriptionLength" }, { description: "x".repeat(49) }, false],
  [{ type: "minDescriptionLength", length: 0 }, { description: "" }, true],
  [{ type: "labels", labels: ["Blog", "news"] }, { labels: ["NEWS"] }, true],
  [{ type: "labels", labels: ["blog"] }, { labels: ["blogs"] }, false],
  [{ type: "labels", labels: ["blog"] }, { labels: [] }, false],
  [{ type: "labels" }, { labels: ["blog"] }, false],
  [{ type: "assignedTo", slugs: ["qa", "docs"] }, { assignee: "docs" }, true],
  [{ type: "assignedTo", slugs: ["qa"] }, { assignee: "docs" }, false],
  [{ type: "assignedTo", slugs: ["qa"] }, { assignee: null }, false],
  [{ type: "assignedTo" }, { assignee: null }, true],
  [{ type: "assignedTo" }, { assignee: "qa" }, false],
  [{ type: "priority", priorities: ["Critical"] }, { priority: 3 }, true],
  [{ type: "priority", priorities: ["Idea", "Critical"] }, { priority: 0 }, true],
  [{ type: "priority", priorities: ["Critical"] }, { priority: 2 }, false],
  [{ type: "priority" }, { priority: 2 }, false],
  [{ type: "fieldLength", length: 3 }, { description: "abc" }, true],
  [{ type: "fieldLength", length: 3 }, { description: "ab" }, false],
  [{ type: "fieldLength", field: "title", mode: "max", length: 3 }, { title: "abc" }, true],
  [{ type: "fieldLength", field: "title", mode: "max", length: 3 }, { title: "abcd" }, false],
  [{ type: "ticketInColumn", columns: ["Todo", "Done"] }, { column: "Done" }, true],
  [{ type: "ticketInColumn", columns: ["Todo"] }, { column: "Done" }, false],
  [
    { type: "ticketInColumn", columns: ["Todo"], assigneeSlug: "qa" },
    { column: "Todo", assignee: "qa" },
    true,
  ],
  [
    { type: "ticketInColumn", columns: ["Todo"], assigneeSlug: "qa" },
    { column: "Todo", assignee: "docs" },
    false,
  ],
  [{ type: "ticketInColumn" }, { column: "Todo" }, false],
  [{ type: "hasParent" }, { parentNumber: null }, true],
  [{ type: "hasParent" }, { parentNumber: 4 }, false],
  [{ type: "hasParent", value: true }, { parentNumber: 4 }, true],
  [{ type: "hasParent", value: true }, { parentNumber: null }, false],
  [{ type: "allSubTicketsInStatus" }, { children: [done, done] }, true],
  [{ type: "allSubTicketsInStatus" }, { children: [done, open] }, false],
  [{ type: "allSubTicketsInStatus" }, { children: [] }, false],
  [{ type: "allSubTicketsInStatus", statuses: ["Todo", "Done"] }, { children: [done, open] }, true],
  [{ type: "ticketAge", hours: 1 }, { createdAt: minutesAgo(61) }, true],
  [{ type: "ticketAge", hours: 1 }, { createdAt: minutesAgo(60) }, false],
  [{ type: "ticketAge", hours: 1, mode: "newerThan" }, { createdAt: minutesAgo(59) }, true],
  [{ type: "ticketAge", hours: 1, mode: "newerThan" }, { createdAt: minutesAgo(60) }, false],
  [{ type: "ticketAge", hours: 1, field: "updatedAt" }, { updatedAt: minutesAgo(90) }, true],
  [{ type: "ticketAge" }, { createdAt: minutesAgo(23 * 60) }, false],
  [{ type: "ticketCountInColumn", columns: ["Todo"], value: 3 }, {}, true],
  [{ type: "ticketCountInColumn", columns: ["Todo", "Done"], operator: ">=", value: 7 }, {}, false],
  [{ type: "ticketCountInColumn", operator: "<=", value: 6 }, {}, true],
  [{ type: "ticketCountInColumn", columns: ["Todo"], operator: "!=", value: 3 }, {}, false],
  [{ type: "ticketCountInColumn", columns: ["Todo"], operator: "<", value: 4 }, {}, true],
  [{ type: "ticketCountInColumn", columns: ["Todo"], operator: ">", value: 3 }, {}, false],
  [{ type: "noPendingTickets", columns: ["Nowhere"] }, {}, true],
  [{ type: "noPendingTickets" }, {}, false],
];

describe("conditions", () => {
  it.each(table)("%j on %j is %s", (condition, ticket, holds) => {
    expect(passes([condition], ticket)).toBe(holds);
  });

  it.each(table)("%j negated on %j is not %s", (condition, ticket, holds) => {
    expect(passes([{ ...condition, negate: true }], ticket)).toBe(!holds);
  });

  it("have rows of both kinds for every type", () => {
    for (const type of Object.keys(conditions)) {
      const rows = table.filter(([condition]) => condition.type === type);
      expect([type, new Set(rows.map(([, , holds]) => holds)).size]).toEqual([type, 2]);
    }
  });

  it("all have to hold, and all are recorded", () => {
    const list = [
      { type: "labels", labels: ["a"] },
      { type: "labels", labels: ["b"] },
      { type: "hasParent" },
    ];
    expect(passes(list, { labels: ["a", "b"] })).toBe(true);
    expect(passes(list, { labels: ["a"] })).toBe(false);
    const config = readConfig([{ ...dispatchRule, conditions: list }]);
    const ticket = buildTicket({ labels: ["a"] });
    const gate = evaluateGates(buildSnapshot({ config }), buildCandidate({ ticket })).find(
      ({ code }) => code === "CONDITION",
    );
    expect(gate?.actual).toEqual([
      { type: "labels", negate: false, pass: true, value: ["a"] },
      { type: "labels", negate: false, pass: false, value: ["a"] },
      { type: "hasParent", negate: false, pass: true, value: false },
    ]);
  });

  it("are false without a ticket, negated or not", () => {
    for (const negate of [false, true]) {
      const config = readConfig([{ ...dispatchRule, conditions: [{ type: "labels", negate }] }]);
      const gates = evaluateGates(buildSnapshot({ config }), buildCandidate({ ticket: null }));
      expect(gates.find(({ code }) => code === "CONDITION")?.pass).toBe(false);
    }
  });
});

describe("ticketCountInColumn of one assignee", () => {
  const counted = [buildColumn("Todo", { countByAssignee: { qa: 2, "": 1 } })];
  const condition = { type: "ticketCountInColumn", columns: ["Todo"] };

  it("counts the named or the same assignee's tickets", () => {
    expect(passes([{ ...condition, assigneeSlug: "qa", value: 2 }], {}, counted)).toBe(true);
    expect(passes([{ ...condition, assigneeSlug: "docs", value: 0 }], {}, counted)).toBe(true);
    const same = { ...condition, sameAssignee: true, value: 2 };
    expect(passes([same], { assignee: "qa" }, counted)).toBe(true);
    expect(passes([{ ...same, value: 1 }], { assignee: null }, counted)).toBe(true);
  });

  it("is false, negated or not, where these counts were not read", () => {
    const one = { ...condition, assigneeSlug: "qa", value: 9 };
    expect(passes([one], {})).toBe(false);
    expect(passes([{ ...one, negate: true }], {})).toBe(false);
  });
});
