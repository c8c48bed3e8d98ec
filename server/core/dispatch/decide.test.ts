import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyBoard } from "../testing/arbitrary-board.ts";
import {
  buildCandidate,
  buildColumn,
  buildFiring,
  buildManual,
  buildMember,
  buildRun,
  buildSnapshot,
  buildTicket,
  dispatchRule,
  minutesAgo,
  readConfig,
} from "../testing/board.ts";
import { decide } from "./decide.ts";
import type { Decision } from "./decide.ts";
import { firstRefusal } from "./gates.ts";
import { excludes } from "./gates/group.ts";
import type { Candidate, DispatchSnapshot } from "./snapshot.ts";

const ticketNumbers = (decision: Decision): (number | undefined)[] =>
  decision.admissions.map(({ candidate }) => candidate.ticket?.number);

const reasonOf = (decision: Decision, number: number): string | undefined => {
  const found = decision.refusals.find(({ candidate }) => candidate.ticket?.number === number);
  return found && firstRefusal(found.gates)?.code;
};

function ticketCandidate(number: number, more: Parameters<typeof buildTicket>[0] = {}): Candidate {
  return buildCandidate({ ticket: buildTicket({ id: 1000 + number, number, ...more }) });
}

/** Groups of active and admitted runs together. */
function runsAfter(snapshot: DispatchSnapshot, decision: Decision) {
  const admitted = decision.admissions.flatMap(({ request, candidate }) =>
    request.kind === "run"
      ? [
          {
            agent: request.agent,
            group: request.group as string | null,
            exclusions: request.exclusions,
            ticketId: candidate.ticket?.id ?? null,
          },
        ]
      : [],
  );
  return { active: snapshot.activeRuns, admitted };
}

describe("decide, on any board", { timeout: 60_000 }, () => {
  const check = (property: (snapshot: DispatchSnapshot, decision: Decision) => void): void => {
    fc.assert(
      fc.property(anyBoard({ isCalm: true }), ({ snapshot, candidates }) => {
        property(snapshot, decide(snapshot, candidates));
      }),
      { numRuns: 100 },
    );
  };

  it("never has two active runs in a group", () => {
    check((snapshot, decision) => {
      const { active, admitted } = runsAfter(snapshot, decision);
      const groups = [...active, ...admitted].map((run) => run.group);
      expect(new Set(groups).size).toBe(groups.length);
    });
  });

  it("never admits a run beside one that excludes it, either way", () => {
    check((snapshot, decision) => {
      const { active, admitted } = runsAfter(snapshot, decision);
      for (const [index, run] of admitted.entries()) {
        for (const other of [...active, ...admitted.slice(0, index)]) {
          expect(excludes(run, other)).toBe(false);
        }
      }
    });
  });

  it("never has two runs for one agent on one ticket", () => {
    check((_snapshot, decision) => {
      const pairs = decision.admissions.flatMap(({ request, candidate }) =>
        request.kind === "run" ? [`${request.agent} ${candidate.ticket?.id}`] : [],
      );
      expect(new Set(pairs).size).toBe(pairs.length);
    });
  });

  it("never takes more places than there are", () => {
    check((snapshot, decision) => {
      const runs = decision.admissions.filter(({ request }) => request.kind === "run").length;
      expect(snapshot.slots.active + runs).toBeLessThanOrEqual(snapshot.slots.capacity);
    });
  });

  it("never passes the day's cap, nor a supervisor's own", () => {
    check((snapshot, { admissions }) => {
      const { capUsd, spentUsd, reservedUsd, supervisorSpentUsd, supervisorCapUsd } =
        snapshot.budget;
      if (capUsd === null) return;
      const sums = { plain: 0, supervisors: 0 };
      for (const { request } of admissions) {
        if (request.kind !== "run") continue;
        if (request.agent === "boss") sums.supervisors += request.reservationUsd;
        else sums.plain += request.reservationUsd;
      }
      if (sums.plain > 0) {
        expect(spentUsd + reservedUsd + sums.plain).toBeLessThanOrEqual(capUsd + 1e-9);
      }
      const isUnderCap = spentUsd + reservedUsd + sums.plain + sums.supervisors <= capUsd + 1e-9;
      const isUnderOwn = supervisorSpentUsd + sums.supervisors <= supervisorCapUsd + 1e-9;
      expect(sums.supervisors === 0 || isUnderCap || isUnderOwn).toBe(true);
    });
  });

  it("never passes a hard limit of a column by its own moves", () => {
    check((snapshot, { admissions }) => {
      const column = snapshot.columns.find(({ name }) => name === "InProgress");
      if (column === undefined || !column.wipHard) return;
      const moves = admissions.filter(({ request }) =>
        request.actionsBefore.some(
          (action) => action.type === "moveTicketStatus" && action.to === column.name,
        ),
      );
      expect(column.count + moves.length).toBeLessThanOrEqual(column.wipLimit ?? 0);
    });
  });

  it("is the same whatever order the board is read in", () => {
    fc.assert(
      fc.property(
        anyBoard().chain((board) =>
          fc.record({
            board: fc.constant(board),
            candidates: fc.shuffledSubarray(board.candidates, {
              minLength: board.candidates.length,
            }),
            runs: fc.shuffledSubarray(board.snapshot.activeRuns, {
              minLength: board.snapshot.activeRuns.length,
            }),
          }),
        ),
        ({ board, candidates, runs }) => {
          const shuffled = { ...board.snapshot, activeRuns: runs };
          expect(decide(shuffled, candidates)).toEqual(decide(board.snapshot, board.candidates));
        },
      ),
      { numRuns: 80 },
    );
  });

  it("gives every candidate one verdict with all gates, and changes nothing it was given", () => {
    fc.assert(
      fc.property(anyBoard(), ({ snapshot, candidates }) => {
        const before = structuredClone({ snapshot, candidates });
        const decision = decide(snapshot, candidates);
        expect({ snapshot, candidates }).toEqual(before);
        expect(decision.admissions.length + decision.refusals.length).toBe(candidates.length);
        for (const { gates } of decision.admissions) expect(firstRefusal(gates)).toBeNull();
        for (const { gates } of decision.refusals) expect(firstRefusal(gates)).not.toBeNull();
      }),
      { numRuns: 80 },
    );
  });

  it("admits somebody whenever something could start alone", () => {
    fc.assert(
      fc.property(anyBoard(), ({ snapshot, candidates }) => {
        const board = { ...snapshot, groupReservation: null };
        const alone = candidates.filter((one) => decide(board, [one]).admissions.length > 0);
        const together = decide(board, candidates).admissions;
        expect(together.length > 0).toBe(alone.length > 0);
      }),
      { numRuns: 80 },
    );
  });
});

describe("the order of starts", () => {
  const board = buildSnapshot();

  it("is priority first", () => {
    const decision = decide(board, [
      ticketCandidate(1, { priority: 1, orderKey: "a0" }),
      ticketCandidate(2, { priority: 3, orderKey: "a9" }),
    ]);
    expect(ticketNumbers(decision)).toEqual([2]);
    expect(reasonOf(decision, 1)).toBe("GROUP_BUSY");
  });

  it("is the place in the column where people put it on top", () => {
    const waitedLonger = ticketCandidate(1, { orderKey: "b0", enteredColumnAt: minutesAgo(100) });
    const onTop = ticketCandidate(2, { orderKey: "a0" });
    expect(ticketNumbers(decide(board, [waitedLonger, onTop]))).toEqual([2]);
  });

  it("is waiting time where the column sorts itself", () => {
    const columns = board.columns.map((column) => ({ ...column, isManualSort: false }));
    const waitedLonger = ticketCandidate(1, { orderKey: "b0", enteredColumnAt: minutesAgo(100) });
    const onTop = ticketCandidate(2, { orderKey: "a0" });
    expect(ticketNumbers(decide({ ...board, columns }, [onTop, waitedLonger]))).toEqual([1]);
  });

  it("raises a ticket one priority per two hours, so that low ones start some time", () => {
    const low = ticketCandidate(1, { priority: 0, enteredColumnAt: minutesAgo(8 * 60) });
    const high = ticketCandidate(2, { priority: 3 });
    expect(ticketNumbers(decide(board, [high, low]))).toEqual([1]);
    const justBefore = ticketCandidate(1, { priority: 0, enteredColumnAt: minutesAgo(5 * 60) });
    expect(ticketNumbers(decide(board, [justBefore, high]))).toEqual([2]);
  });

  it("is the lower number, then the rule that stands first", () => {
    const same = { orderKey: "a0" };
    expect(
      ticketNumbers(decide(board, [ticketCandidate(9, same), ticketCandidate(3, same)])),
    ).toEqual([3]);
    const config = readConfig([
      { ...dispatchRule, id: "zeta" },
      { ...dispatchRule, id: "alpha" },
    ]);
    const one = (automationId: string) => buildCandidate({ automationId });
    const decision = decide({ ...board, config }, [one("alpha"), one("zeta")]);
    expect(decision.admissions.map(({ candidate }) => candidate.automationId)).toEqual(["zeta"]);
  });

  it("lets no later ticket hold one back for more than half an hour", () => {
    const early = ticketCandidate(1, { orderKey: "b0", enteredColumnAt: minutesAgo(50) });
    const onTop = ticketCandidate(2, { orderKey: "a0", enteredColumnAt: minutesAgo(2) });
    const overtaking = {
      at: minutesAgo(30),
      automationId: "dispatch",
      column: "Todo",
      waitedSince: minutesAgo(45),
      priority: 1,
    };
    const first = (more: Partial<typeof overtaking>) =>
      ticketNumbers(
        decide({ ...board, recentStarts: [{ ...overtaking, ...more }] }, [onTop, early]),
      );
    expect(first({})).toEqual([1]);
    // The plan on the board holds while the start that overtook it is younger, or was no overtaking.
    expect(first({ at: minutesAgo(29) })).toEqual([2]);
    expect(first({ waitedSince: minutesAgo(51) })).toEqual([2]);
    expect(first({ priority: 2 })).toEqual([2]);
    expect(first({ automationId: "docs" })).toEqual([2]);
    expect(first({ column: "Review" })).toEqual([2]);
  });

  it("lets one through when a provider's limit opens, and names when the next one's turn is", () => {
    const config = readConfig([
      {
        ...dispatchRule,
        actions: [{ type: "runAgent", agent: "docs", concurrencyGroup: "g-{ticketId}" }],
      },
    ]);
    const machine = {
      ...board.machine,
      providerLimits: [
        { model: "", until: minutesAgo(1), reason: "limit", reopenedAt: minutesAgo(1) },
      ],
    };
    const list = [ticketCandidate(1), ticketCandidate(2), ticketCandidate(3)];
    const decision = decide({ ...board, config, machine }, list);
    expect(ticketNumbers(decision)).toEqual([1]);
    for (const { gates } of decision.refusals) {
      expect(firstRefusal(gates)).toMatchObject({
        code: "PROVIDER_LIMIT",
        until: "2026-03-01T12:00:05.000Z",
      });
    }
  });

  it("lets what a person started go first, the older wish before the younger", () => {
    const wish = (number: number, minutes: number) =>
      buildManual({
        ticket: buildTicket({ id: 1000 + number, number, priority: 0 }),
        firing: buildFiring({ id: number, createdAt: minutesAgo(minutes) }),
      });
    const urgent = ticketCandidate(1, { priority: 3 });
    expect(ticketNumbers(decide(board, [urgent, wish(5, 1), wish(6, 2)]))).toEqual([6]);
  });

  it("takes the first of every column before the second of any", () => {
    const config = readConfig([
      {
        id: "both",
        trigger: { type: "ticketInColumn", columns: ["Todo", "Review"] },
        actions: [{ type: "runAgent", agent: "docs", concurrencyGroup: "g-{ticketId}" }],
      },
    ]);
    const one = (number: number, column: string, orderKey: string) =>
      buildCandidate({
        automationId: "both",
        ticket: buildTicket({ id: 1000 + number, number, column, orderKey }),
      });
    const decision = decide({ ...board, config }, [
      one(1, "Todo", "a0"),
      one(2, "Todo", "a1"),
      one(3, "Review", "z9"),
    ]);
    expect(ticketNumbers(decision)).toEqual([1, 3, 2]);
  });
});

describe("earlier admissions of the same call", () => {
  it("fill the slots", () => {
    const config = readConfig([
      {
        ...dispatchRule,
        actions: [{ type: "runAgent", agent: "programmer", concurrencyGroup: "t-{ticketId}" }],
      },
    ]);
    const board = buildSnapshot({ config, slots: { capacity: 2, active: 0 } });
    const decision = decide(
      board,
      [1, 2, 3].map((number) => ticketCandidate(number)),
    );
    expect(ticketNumbers(decision)).toEqual([1, 2]);
    expect(reasonOf(decision, 3)).toBe("SLOTS_FULL");
  });

  it("fill a column with a hard limit", () => {
    const columns = [
      buildColumn("Todo"),
      buildColumn("InProgress", { wipHard: true, wipLimit: 4, count: 3 }),
    ];
    const config = readConfig([
      {
        ...dispatchRule,
        actions: [
          { type: "moveTicketStatus", to: "InProgress" },
          { type: "runAgent", agent: "programmer", isolation: "worktree" },
        ],
      },
    ]);
    const decision = decide(buildSnapshot({ columns, config }), [
      ticketCandidate(1),
      ticketCandidate(2),
    ]);
    expect(ticketNumbers(decision)).toEqual([1]);
    expect(reasonOf(decision, 2)).toBe("COLUMN_FULL");
  });

  it("move the ticket on for the rules after them", () => {
    const config = readConfig([
      {
        id: "sort",
        trigger: { type: "ticketInColumn", columns: ["Backlog"] },
        actions: [{ type: "moveTicketStatus", to: "Todo" }],
      },
      {
        id: "label",
        trigger: { type: "ticketInColumn", columns: ["Backlog"] },
        actions: [{ type: "setLabels", add: ["seen"] }],
      },
    ]);
    const ticket = buildTicket({ column: "Backlog" });
    const decision = decide(buildSnapshot({ config }), [
      buildCandidate({ automationId: "sort", ticket }),
      buildCandidate({ automationId: "label", ticket }),
    ]);
    expect(decision.admissions.map(({ candidate }) => candidate.automationId)).toEqual(["sort"]);
    expect(reasonOf(decision, 41)).toBe("NO_MATCH");
  });
});

describe("an exclusive run that waits", () => {
  const config = readConfig([
    dispatchRule,
    {
      id: "release",
      trigger: { type: "ticketInColumn", columns: ["Review"] },
      actions: [
        {
          type: "runAgent",
          agent: "release",
          concurrencyGroup: "release",
          mutuallyExclusiveWith: ["workspace", "docs"],
          maxCostUsd: 1,
        },
      ],
    },
  ]);
  const members = {
    programmer: buildMember("programmer"),
    docs: buildMember("docs", { agentType: "analyst" }),
    release: buildMember("release"),
  };
  const exclusive = (minutes: number, more: Parameters<typeof buildTicket>[0] = {}) =>
    buildCandidate({
      automationId: "release",
      ticket: buildTicket({
        id: 1005,
        number: 5,
        column: "Review",
        enteredColumnAt: minutesAgo(minutes),
        ...more,
      }),
    });
  const board = buildSnapshot({
    config,
    members,
    activeRuns: [buildRun({ group: "docs" })],
    groupReservation: undefined,
  });

  it("keeps its groups free after ten minutes", () => {
    const decision = decide(board, [exclusive(11), ticketCandidate(1, { priority: 3 })]);
    expect(ticketNumbers(decision)).toEqual([]);
    expect(reasonOf(decision, 5)).toBe("EXCLUDED");
    expect(reasonOf(decision, 1)).toBe("RESERVED");
  });

  it("does not before", () => {
    expect(ticketNumbers(decide(board, [exclusive(9), ticketCandidate(1)]))).toEqual([1]);
  });

  it("does not while it also waits for something else", () => {
    const blocked = exclusive(30, { openBlockers: [7] });
    expect(ticketNumbers(decide(board, [blocked, ticketCandidate(1)]))).toEqual([1]);
  });

  it("starts once the groups are free, before the others", () => {
    const free = { ...board, activeRuns: [] };
    const decision = decide(free, [ticketCandidate(1), exclusive(11, { priority: 3 })]);
    expect(ticketNumbers(decision)).toEqual([5]);
    expect(reasonOf(decision, 1)).toBe("EXCLUDED");
  });

  it("of two that need each other's groups only the oldest keeps them free", () => {
    const second = buildCandidate({
      automationId: "release",
      ticket: buildTicket({
        id: 1006,
        number: 6,
        column: "Review",
        enteredColumnAt: minutesAgo(20),
      }),
    });
    const decision = decide(board, [exclusive(40), second]);
    expect(reasonOf(decision, 6)).toBe("EXCLUDED");
    const gates = decision.refusals.find(({ candidate }) => candidate.ticket?.number === 6)?.gates;
    expect(gates?.find((gate) => gate.code === "RESERVED")).toMatchObject({
      pass: false,
      actual: { agent: "release", ticket: 5 },
    });
  });
});
