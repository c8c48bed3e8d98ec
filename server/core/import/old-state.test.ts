import { describe, expect, it } from "vitest";
import { parseCostLog } from "./cost-log.ts";
import { parseDispatchState } from "./dispatch-state.ts";
import { enteredColumnAt, orderTickets } from "./order-tickets.ts";

const uuid = "0b9d6c1e-5a07-4f3c-9a51-7e2f8c44d210";

describe("dispatch-state.json", () => {
  it("tells sessions of tickets from those that nothing here uses", () => {
    const parsed = parseDispatchState(
      JSON.stringify({
        _sessions: {
          "writer:31": uuid.toUpperCase(),
          "writer:sweep": uuid,
          "chat:writer:3": uuid,
          "consolidate:writer": uuid,
          "writer:0": uuid,
          "writer:7": 4,
          alone: uuid,
        },
        _ticketSnapshot: { "31": "Todo" },
        _lastCommentIds: { "31": 7, x: 1 },
        _lastProcessedCommit: "HEAD",
        _committedTickets: [],
        writer: { lastDispatched: "2026-06-02T07:41:09.1180000Z" },
        draft: { lastFired: { "31": "2026-06-02T07:52:30.5000000Z" }, note: "kept" },
        theme: "dark",
      }),
    );
    expect(parsed).toEqual({
      ok: true,
      state: {
        sessions: [{ agent: "writer", ticketNumber: 31, sessionId: uuid }],
        unusedSessions: ["writer:sweep", "chat:writer:3", "consolidate:writer"],
        badSessions: ["writer:0", "writer:7", "alone"],
        lastProcessedCommit: null,
        snapshotTickets: 1,
        lastCommentIds: new Map([[31, 7]]),
        lastTimes: ["writer", "draft"],
        unknownKeys: ["_committedTickets", "theme"],
      },
    });
  });

  it.each(["", "[]", "{", '"x"'])("refuses %j", (text) => {
    expect(parseDispatchState(text).ok).toBe(false);
  });

  it("takes an empty object, and parts of another shape as empty", () => {
    for (const text of ["{}", '{"_sessions":[],"_lastCommentIds":3,"_ticketSnapshot":null}']) {
      const parsed = parseDispatchState(text);
      expect(parsed.ok && parsed.state.sessions).toEqual([]);
    }
  });
});

describe("cost-log.jsonl", () => {
  const good =
    '{"At":"2026-06-02T07:52:30","Agent":"writer","TicketId":null,"Model":"","UsdCost":0.0193}';

  it("reads every good line and names the bad ones", () => {
    const log = parseCostLog(
      `\uFEFF${good}\r\n\n{"at":"2026-06-02T07:52:30Z","Agent":"x","UsdCost":1}\n${good.replace("0.0193", "-1")}\n${good.slice(0, 40)}`,
    );
    expect(log.lines).toBe(4);
    expect(log.badLines).toEqual([3, 4, 5]);
    expect(log.entries).toEqual([
      {
        line: 1,
        at: new Date("2026-06-02T07:52:30Z"),
        agent: "writer",
        ticketNumber: null,
        model: null,
        usdCost: 0.0193,
        text: good,
        raw: JSON.parse(good) as object,
      },
    ]);
  });
});

describe("the tree of another board", () => {
  const ticket = (id: number, parentId: number | null = null) => ({ id, parentId });
  const order = (tickets: { id: number; parentId: number | null }[]) => {
    const { ordered, dropped } = orderTickets(tickets);
    return [ordered.map((one) => [one.ticket.id, one.parentId, one.level]), dropped];
  };

  it("has parents before their children, with levels", () => {
    expect(order([ticket(3, 9), ticket(1), ticket(9, 1), ticket(2, 3)])).toEqual([
      [
        [1, null, 1],
        [9, 1, 2],
        [3, 9, 3],
        [2, 3, 4],
      ],
      [],
    ]);
  });

  it("breaks a circle and leaves out a parent that is gone", () => {
    const [ordered, dropped] = order([ticket(1, 3), ticket(2, 1), ticket(3, 2), ticket(4, 77)]);
    expect(dropped).toHaveLength(2);
    expect(dropped).toContain(4);
    expect(ordered).toHaveLength(4);
  });

  it("takes a long chain", () => {
    const chain = Array.from({ length: 20_000 }, (_, index) =>
      ticket(20_000 - index, index === 19_999 ? null : 19_999 - index),
    );
    expect(orderTickets(chain).dropped).toEqual([]);
  });
});

describe("when a ticket came into its column", () => {
  const columns = new Set(["Todo", "Done", "In Review"]);
  const entry = (text: string, minute: number) => ({ text, at: new Date(minute * 60_000) });
  const entered = (...activities: ReturnType<typeof entry>[]) =>
    enteredColumnAt({ status: "Done", createdAt: new Date(0), activities }, columns).getTime() /
    60_000;

  it("is its newest move there, and not another change that reads alike", () => {
    expect(entered()).toBe(0);
    expect(entered(entry("a déplacé : Todo → Done", 5), entry("moved In Review → Done", 9))).toBe(
      9,
    );
    expect(entered(entry("assigné : alice → Done", 5))).toBe(0);
    expect(entered(entry("a déplacé : Done → Todo", 5))).toBe(0);
  });
});
