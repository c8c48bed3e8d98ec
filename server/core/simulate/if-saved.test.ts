import { describe, expect, it } from "vitest";
import { buildPair, buildSnapshot, buildTicket, readConfig } from "../testing/board.ts";
import type { TicketFacts } from "../dispatch/snapshot.ts";
import { asksWhichStart, costOf, newSelections, selectNow } from "./if-saved.ts";
import { withConfig } from "./with-config.ts";

const rule = {
  id: "code",
  trigger: { type: "ticketInColumn", columns: ["Todo"] },
  actions: [
    { type: "runAgent", agent: "programmer", concurrencyGroup: "ticket-{ticketId}", maxCostUsd: 3 },
  ],
};
const tickets = (count: number, more: Partial<TicketFacts> = {}): TicketFacts[] =>
  Array.from({ length: count }, (_, index) =>
    buildTicket({
      id: 1_001 + index,
      number: index + 1,
      orderKey: `a${String(index).padStart(3, "0")}`,
      pairs: { programmer: buildPair() },
      ...more,
    }),
  );
const boardOf = (rules: object[], cap: number | null = 10) =>
  withConfig(
    buildSnapshot({ config: readConfig([]) }),
    readConfig(rules, { dailyBudgetUsd: cap }),
    10,
  );

describe("selectNow", () => {
  it("tells what starts, what waits for its turn and what waits for somebody", () => {
    const all = [
      ...tickets(4),
      ...tickets(1, { id: 1_050, number: 50, orderKey: "b", openBlockers: [3] }),
    ];
    const { selections } = selectNow(boardOf([rule]), all, 100);
    expect(selections.map(({ ticket, fate }) => [ticket, fate])).toEqual([
      [1, "starts"],
      [2, "starts"],
      [3, "starts"],
      [4, "waits"],
      [50, "held"],
    ]);
  });

  it("leaves out what a condition refuses and what a run is done with", () => {
    const done = buildPair({ lastAdmittedRevision: { code: 5 }, lastTouchRevision: { code: 4 } });
    const all = [
      ...tickets(1, { description: "short" }),
      ...tickets(1, { id: 2_000, number: 9, pairs: { programmer: done } }),
    ];
    const long = { ...rule, conditions: [{ type: "minDescriptionLength", length: 20 }] };
    expect(selectNow(boardOf([long]), all, 100).selections).toEqual([]);
  });

  it("says when there may be more than it looked at", () => {
    const found = selectNow(boardOf([rule], null), tickets(10), 5);
    expect(found.isCut).toBe(true);
    expect(found.selections).toHaveLength(5);
  });
});

describe("what saving asks", () => {
  it("asks for more than three tickets, and only for those the change selects", () => {
    const live = selectNow(boardOf([rule], null), tickets(3), 100).selections;
    const next = boardOf([rule], null);
    const three = selectNow(next, tickets(3), 100).selections;
    expect(asksWhichStart(next, newSelections([], three))).toEqual([]);
    const eight = selectNow(next, tickets(8), 100).selections;
    expect(asksWhichStart(next, newSelections([], eight))).toEqual([
      { automationId: "code", name: "code", count: 8, tickets: [1, 2, 3, 4, 5, 6, 7, 8] },
    ]);
    expect(newSelections(live, eight).map(({ ticket }) => ticket)).toEqual([4, 5, 6, 7, 8]);
  });

  it("prices usual and dear runs within the rule's own limit", () => {
    const { selections } = selectNow(boardOf([rule], null), tickets(4), 100);
    const record = { medianMs: 1, p90Ms: 2, medianUsd: 0.5, p90Usd: 8 };
    expect(costOf(selections, { programmer: record })).toEqual({ low: 2, high: 12 });
  });
});
