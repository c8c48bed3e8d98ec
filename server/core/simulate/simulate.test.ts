import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decide } from "../dispatch/decide.ts";
import { levelCandidate } from "../dispatch/candidates.ts";
import type { DispatchSnapshot, TicketFacts } from "../dispatch/snapshot.ts";
import { anyConfig, anyTicket } from "../testing/arbitrary-board.ts";
import {
  buildColumn,
  buildMember,
  buildPair,
  buildRun,
  buildSnapshot,
  buildState,
  buildTicket,
  minutesAgo,
  now,
  readConfig,
} from "../testing/board.ts";
import { defaultLimits, simulate } from "./simulate.ts";
import type { SimulationInput } from "./simulate.ts";

const record = { medianMs: 10 * 60_000, p90Ms: 20 * 60_000, medianUsd: 1, p90Usd: 2 };
const records = { programmer: record, docs: record, boss: record, release: record };

const code = {
  id: "code",
  trigger: { type: "ticketInColumn", columns: ["Todo"] },
  actions: [
    { type: "moveTicketStatus", to: "InProgress" },
    { type: "runAgent", agent: "programmer", maxCostUsd: 2 },
    { type: "moveTicketStatus", to: "Review" },
  ],
};

function todo(number: number, more: Partial<TicketFacts> = {}): TicketFacts {
  return buildTicket({
    id: 1_000 + number,
    number,
    orderKey: `a${String(number).padStart(5, "0")}`,
    pairs: { programmer: buildPair(), docs: buildPair() },
    ...more,
  });
}

function run(
  more: Partial<SimulationInput> & { rules?: object[]; root?: Record<string, unknown> } = {},
) {
  const { rules = [code], root = {}, ...input } = more;
  const snapshot = input.snapshot ?? buildSnapshot();
  return simulate({
    tickets: [],
    owed: [],
    records,
    nextRunAt: {},
    limits: defaultLimits,
    ...input,
    snapshot: { ...snapshot, config: readConfig(rules, root) },
  });
}

const at = (minutes: number): string => minutesAgo(-minutes).toISOString();
const plenty = buildSnapshot({ budget: { ...buildSnapshot().budget, capUsd: null } });

describe("simulate", () => {
  it("runs the tickets of one group one after the other and books what they cost", () => {
    const found = run({ snapshot: plenty, tickets: [todo(1), todo(2), todo(3)] });
    expect(found.starts.map(({ ticket, at: start, endsAt }) => [ticket, start, endsAt])).toEqual([
      [1, at(0), at(10)],
      [2, at(10), at(20)],
      [3, at(20), at(30)],
    ]);
    expect(found.spend[0]).toEqual({ at: at(0), usd: 3, dayUsd: 3 });
    expect(found.spend.slice(1).every(({ usd }) => usd === 0)).toBe(true);
    expect(found.isCut).toBe(false);
    expect(found.to).toBe(at(24 * 60));
  });

  it("says which gate holds a ticket, from when to when, and why", () => {
    const { waits } = run({ snapshot: plenty, tickets: [todo(1), todo(2), todo(3)] });
    expect(
      waits.map(({ ticket, code: gate, from, to, group }) => [ticket, gate, from, to, group]),
    ).toEqual([
      [2, "GROUP_BUSY", at(0), at(10), "workspace"],
      [3, "GROUP_BUSY", at(0), at(20), "workspace"],
    ]);
    expect(waits[0]?.sentence.text).toContain("#1");
  });

  it("does what follows a run, so that the next rule picks the ticket up", () => {
    const review = {
      id: "review",
      trigger: { type: "statusChange", to: "Review" },
      actions: [
        { type: "runAgent", agent: "docs" },
        { type: "moveTicketStatus", to: "Done" },
      ],
    };
    const found = run({ rules: [code, review], snapshot: plenty, tickets: [todo(1)] });
    expect(found.starts.map((start) => [start.automationId, start.agent, start.at])).toEqual([
      ["code", "programmer", at(0)],
      ["review", "docs", at(10)],
    ]);
  });

  it("goes on with the next runAgent of a chain", () => {
    const chain = {
      id: "chain",
      trigger: code.trigger,
      actions: [
        { type: "runAgent", agent: "programmer" },
        { type: "moveTicketStatus", to: "Review" },
        { type: "runAgent", agent: "docs" },
      ],
    };
    const found = run({ rules: [chain], snapshot: plenty, tickets: [todo(1)] });
    expect(found.starts.map((start) => [start.agent, start.at])).toEqual([
      ["programmer", at(0)],
      ["docs", at(10)],
    ]);
  });

  it("does not start a ticket again that its run left where it was", () => {
    const stays = { ...code, actions: [{ type: "runAgent", agent: "programmer" }] };
    const found = run({ rules: [stays], snapshot: plenty, tickets: [todo(1), todo(2)] });
    expect(found.starts.map(({ ticket }) => ticket)).toEqual([1, 2]);
  });

  it("stops at the day's cap and goes on when the day changes", () => {
    const snapshot = buildSnapshot({ budget: { ...buildSnapshot().budget, capUsd: 4 } });
    const tickets = Array.from({ length: 9 }, (_, index) => todo(index + 1));
    const found = run({ snapshot, tickets, root: { dailyBudgetUsd: 4 } });
    const beforeMidnight = found.starts.filter((start) => start.at < "2026-03-02T00:00:00.000Z");
    expect(beforeMidnight).toHaveLength(3);
    expect(found.capReachedAt).toBe(at(30));
    expect(found.starts[3]?.at).toBe("2026-03-02T00:00:00.000Z");
    expect(found.starts).toHaveLength(6);
    const held = found.waits.find(
      ({ ticket, code: gate }) => ticket === 4 && gate === "BUDGET_RESERVED",
    );
    expect(held).toMatchObject({ from: at(30), to: "2026-03-02T00:00:00.000Z" });
    expect(Math.max(...found.spend.map(({ dayUsd }) => dayUsd))).toBeLessThanOrEqual(4);
  });

  it("waits for a run that is active already, and for its place", () => {
    const active = buildRun({ agent: "docs", group: "workspace", startedAt: minutesAgo(4) });
    const snapshot = { ...plenty, activeRuns: [active], slots: { capacity: 1, active: 1 } };
    const found = run({ snapshot, tickets: [todo(1)] });
    expect(found.starts[0]?.at).toBe(at(6));
  });

  it("waits until a ticket rested, and looks at it in that moment", () => {
    const rule = { ...code, trigger: { ...code.trigger, debounceSeconds: 45 * 60 } };
    const found = run({ rules: [rule], snapshot: plenty, tickets: [todo(1)] });
    expect(found.starts[0]?.at).toBe(at(15));
    expect(found.waits[0]).toMatchObject({ code: "NOT_DUE", from: at(0), to: at(15) });
  });

  it("keeps the rhythm of intervals and the times of cron", () => {
    const every = {
      id: "every",
      trigger: { type: "interval", seconds: 6 * 3_600 },
      actions: [{ type: "runAgent", agent: "docs" }],
    };
    const nightly = {
      id: "nightly",
      trigger: { type: "interval", cron: "30 2 * * *" },
      actions: [{ type: "runAgent", agent: "programmer" }],
    };
    const found = run({
      rules: [every, nightly],
      snapshot: plenty,
      nextRunAt: { every: minutesAgo(-60) },
    });
    const times = (id: string) =>
      found.starts.filter((start) => start.automationId === id).map((start) => start.at);
    expect(times("every")).toEqual([at(60), at(7 * 60), at(13 * 60), at(19 * 60)]);
    expect(times("nightly")).toEqual(["2026-03-02T02:30:00.000Z"]);
  });

  it("leaves tickets alone that were there before a rule that starts with new ones", () => {
    const snapshot = { ...plenty, automationStates: { code: buildState({ startsAfter: 50 }) } };
    const tickets = [
      todo(1, { enteredColumnRevision: 40 }),
      todo(2, { enteredColumnRevision: 60 }),
    ];
    expect(run({ snapshot, tickets }).starts.map(({ ticket }) => ticket)).toEqual([2]);
  });

  it("ends when there are too many starts, and says so", () => {
    const tickets = Array.from({ length: 30 }, (_, index) => todo(index + 1));
    const found = run({ snapshot: plenty, tickets, limits: { ...defaultLimits, maxStarts: 5 } });
    expect(found.starts).toHaveLength(5);
    expect(found.isCut).toBe(true);
    expect(found.to < at(24 * 60)).toBe(true);
  });

  it("ends although two rules without an agent hand a ticket to and fro", () => {
    const there = {
      id: "there",
      trigger: { type: "ticketInColumn", columns: ["Todo"] },
      actions: [{ type: "moveTicketStatus", to: "Review" }],
    };
    const back = {
      id: "back",
      trigger: { type: "ticketInColumn", columns: ["Review"] },
      actions: [{ type: "moveTicketStatus", to: "Todo" }],
    };
    const found = run({ rules: [there, back], tickets: [todo(1)] });
    expect(found.starts).toEqual([]);
  });

  it("counts the board's columns as its own moves change them", () => {
    const limited = {
      ...code,
      conditions: [
        { type: "ticketCountInColumn", columns: ["InProgress"], operator: "<", value: 2 },
      ],
      actions: [
        { type: "moveTicketStatus", to: "InProgress" },
        { type: "runAgent", agent: "programmer", concurrencyGroup: "ticket-{ticketId}" },
        { type: "moveTicketStatus", to: "Review" },
      ],
    };
    const snapshot = {
      ...plenty,
      columns: [
        buildColumn("Todo"),
        buildColumn("InProgress", { count: 0 }),
        buildColumn("Review"),
      ],
    };
    const found = run({ rules: [limited], snapshot, tickets: [todo(1), todo(2), todo(3)] });
    expect(found.starts.map(({ ticket, at: start }) => [ticket, start])).toEqual([
      [1, at(0)],
      [2, at(0)],
      [3, at(10)],
    ]);
  });

  it("is the same for the same board in any order", () => {
    const tickets = Array.from({ length: 6 }, (_, index) => todo(index + 1));
    const forward = run({ snapshot: plenty, tickets });
    expect(run({ snapshot: plenty, tickets: tickets.toReversed() })).toEqual(forward);
  });
});

const anyBoard = fc.record({
  config: anyConfig,
  tickets: fc.tuple(...[1, 2, 3, 4, 5, 6].map((number) => anyTicket(number))),
  capUsd: fc.constantFrom(null, 3, 20),
  capacity: fc.constantFrom(1, 2, 6),
});

function boardOf({
  config,
  capUsd,
  capacity,
}: {
  config: DispatchSnapshot["config"];
  capUsd: number | null;
  capacity: number;
}) {
  const base = buildSnapshot();
  return buildSnapshot({
    config,
    members: {
      ...base.members,
      release: buildMember("release"),
      boss: buildMember("boss", { isSupervisor: true, agentType: "analyst" }),
    },
    budget: { ...base.budget, capUsd },
    slots: { capacity, active: 0 },
  });
}

describe("properties of any board", { timeout: 60_000 }, () => {
  it("starts at first exactly what the dispatcher admits", () => {
    fc.assert(
      fc.property(anyBoard, (board) => {
        const snapshot = boardOf(board);
        const candidates = snapshot.config.automations
          .filter(({ trigger }) => trigger.type === "ticketInColumn")
          .flatMap(({ id }) => board.tickets.map((ticket) => levelCandidate(id, ticket)));
        const decision = decide({ ...snapshot, groupReservation: undefined }, candidates);
        const found = simulate({
          snapshot,
          tickets: board.tickets,
          owed: [],
          records,
          nextRunAt: {},
          limits: { ...defaultLimits, hours: 1 / 36_000 },
        });
        const admitted = decision.admissions
          .filter(({ request }) => request.kind === "run")
          .map(({ candidate }) => `${candidate.automationId} ${candidate.ticket?.number}`);
        const started = found.starts.map(({ automationId, ticket }) => `${automationId} ${ticket}`);
        expect(started).toEqual(admitted);
      }),
      { numRuns: 60 },
    );
  });

  it("never has two runs in a group, on a pair, or more than there are places; nor passes the cap", () => {
    fc.assert(
      fc.property(anyBoard, (board) => {
        const snapshot = boardOf(board);
        const found = simulate({
          snapshot,
          tickets: board.tickets,
          owed: [],
          records,
          nextRunAt: {},
          limits: defaultLimits,
        });
        for (const [index, start] of found.starts.entries()) {
          const together = found.starts
            .slice(0, index)
            .filter((other) => other.endsAt > start.at && other.at <= start.at);
          expect(together.filter(({ group }) => group === start.group)).toEqual([]);
          expect(together.filter(({ ticket }) => ticket === start.ticket)).toEqual([]);
          expect(together.length).toBeLessThan(snapshot.slots.capacity);
        }
        const cap = (snapshot.budget.capUsd ?? Infinity) + snapshot.budget.supervisorCapUsd;
        for (const { dayUsd } of found.spend) expect(dayUsd).toBeLessThanOrEqual(cap);
      }),
      { numRuns: 40 },
    );
  });

  it("is the same twice", () => {
    fc.assert(
      fc.property(anyBoard, (board) => {
        const input = {
          snapshot: boardOf(board),
          tickets: board.tickets,
          owed: [],
          records,
          nextRunAt: {},
          limits: defaultLimits,
        };
        expect(simulate(input)).toEqual(simulate(input));
        expect(input.snapshot.now).toEqual(now);
      }),
      { numRuns: 20 },
    );
  });
});
