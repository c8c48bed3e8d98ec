import { describe, expect, it } from "vitest";
import { gateCodes } from "#server/contracts/words.ts";
import type { GateCode } from "#server/contracts/words.ts";
import {
  buildCandidate,
  buildFiring,
  buildManual,
  buildMember,
  buildPair,
  buildRun,
  buildSnapshot,
  buildState,
  buildTicket,
  dispatchRule,
  minutesAgo,
  now,
  readConfig,
} from "../testing/board.ts";
import { sentenceFor, smallestChange } from "./explain.ts";
import { forceableGates } from "./gate.ts";
import { evaluateGates, firstRefusal } from "./gates.ts";
import type { Candidate, DispatchSnapshot } from "./snapshot.ts";
import {
  base,
  explicitRule,
  machine,
  pair,
  parkedRun,
  project,
  readyContract,
  stoppedRun,
} from "../testing/gate-scene.ts";
import type { Case } from "../testing/gate-scene.ts";
import { ruleCases } from "../testing/rule-gate-cases.ts";
import { startCases } from "../testing/start-gate-cases.ts";

/** For every gate the facts that make it, and nothing else, refuse. */
const cases = { ...ruleCases, ...startCases };

function refusing(snapshot: DispatchSnapshot, candidate: Candidate): GateCode[] {
  return evaluateGates(snapshot, candidate)
    .filter((gate) => !gate.pass)
    .map((gate) => gate.code);
}

describe("evaluateGates", () => {
  it("names all gates in their order and lets a plain candidate start", () => {
    const gates = evaluateGates(buildSnapshot(), buildCandidate());
    expect(gates.map((gate) => gate.code)).toEqual([...gateCodes]);
    expect(firstRefusal(gates)).toBeNull();
  });

  it("has a case for every gate", () => {
    const known = [...Object.keys(cases), "BUDGET_REACHED"];
    expect(known.toSorted()).toEqual([...gateCodes].toSorted());
  });

  const all: Record<string, Case[]> = cases;
  const rows = Object.entries(all).flatMap(([code, list]) => list.map((one) => ({ code, ...one })));
  it.each(rows)("$code alone refuses: $name", ({ code, snapshot, candidate, sentence }) => {
    const board = buildSnapshot(snapshot);
    const one = buildCandidate(candidate);
    expect(refusing(board, one)).toEqual([code]);
    const [gate] = evaluateGates(board, one).filter((result) => !result.pass);
    expect(gate && sentenceFor(gate, board, one).text).toBe(sentence);
    const change = gate ? smallestChange(gate, board, one) : null;
    expect(change?.sentence.text ?? "").not.toMatch(/[{}]|undefined|null/);
  });

  it("says BUDGET_REACHED before BUDGET_RESERVED once the day's money is spent", () => {
    const board = buildSnapshot({ budget: { ...base.budget, spentUsd: 10 } });
    expect(refusing(board, buildCandidate())).toEqual(["BUDGET_REACHED", "BUDGET_RESERVED"]);
    expect(sentenceFor({ code: "BUDGET_REACHED" }, board, buildCandidate()).text).toBe(
      "The day's cap of $10.00 is reached: $10.00 spent",
    );
  });

  it("says when a gate passes by time alone", () => {
    const candidate = buildCandidate(pair({ nextRetryAt: minutesAgo(-5) }));
    const gate = firstRefusal(evaluateGates(buildSnapshot(), candidate));
    expect(gate).toMatchObject({ code: "BACKOFF", until: "2026-03-01T12:05:00.000Z" });
  });

  it("passes what does not apply with actual null", () => {
    const gates = evaluateGates(buildSnapshot(), buildManual());
    for (const code of ["AUTOMATION_OFF", "NOT_DUE", "NO_MATCH", "CONDITION", "NOTHING_CHANGED"]) {
      expect(gates.find((gate) => gate.code === code)).toMatchObject({ pass: true, actual: null });
    }
  });
});

describe("time", () => {
  it.each([
    ["a retry time", pair({ nextRetryAt: now })],
    ["a sleep", pair({ sleepsUntil: { kind: "limit", until: now } })],
  ])("%s that has come does not hold", (_name, candidate) => {
    expect(refusing(buildSnapshot(), buildCandidate(candidate))).toEqual([]);
  });

  it("ends a hold, a limit and a debounce at their moment", () => {
    const board = buildSnapshot({
      members: { programmer: buildMember("programmer", { heldBy: "Ada", heldUntil: now }) },
      ...machine({ providerLimits: [{ model: "", until: now, reason: "x" }] }),
      config: readConfig([
        { ...dispatchRule, trigger: { ...dispatchRule.trigger, debounceSeconds: 1800 } },
      ]),
    });
    expect(refusing(board, buildCandidate())).toEqual([]);
  });

  it("does not let the worker's own schedule hide the reason of a ticket that was looked at", () => {
    const board = buildSnapshot({
      automationStates: {
        dispatch: buildState({ lastPolledAt: minutesAgo(0.1) }),
      },
      slots: { capacity: 1, active: 1 },
    });
    expect(refusing(board, buildCandidate())).toEqual(["SLOTS_FULL"]);
  });
});

describe("a person's start", () => {
  const forced = {
    CONTRACT_NOT_READY: cases.CONTRACT_NOT_READY[1],
    NOTHING_CHANGED: cases.NOTHING_CHANGED[0],
    LOOP_SUSPECTED: cases.LOOP_SUSPECTED[0],
    BACKOFF: cases.BACKOFF[0],
    RETRIES_SPENT: cases.RETRIES_SPENT[0],
    SLEEPING: cases.SLEEPING[0],
    BLOCKED: cases.BLOCKED[0],
    STOPPED_BY_PERSON: cases.STOPPED_BY_PERSON[0],
  } satisfies Partial<Record<GateCode, Case | undefined>>;

  it.each(Object.entries(forced))("skips %s and records it", (code, one) => {
    const { automationId, ...candidate } = buildCandidate(one?.candidate);
    void automationId;
    const gates = evaluateGates(buildSnapshot(), buildManual({ ticket: candidate.ticket }));
    expect(firstRefusal(gates)).toBeNull();
    const isAsked = code !== "NOTHING_CHANGED";
    expect(gates.find((gate) => gate.code === code)?.forced).toBe(isAsked ? true : undefined);
  });

  it("skips nothing else", () => {
    expect([...forceableGates].toSorted()).toEqual(Object.keys(forced).toSorted());
  });

  it("starts a ticket that no rule selects", () => {
    const ticket = buildTicket({ column: "Backlog", assignee: null });
    const gates = evaluateGates(buildSnapshot(), buildManual({ ticket, agent: "programmer" }));
    expect(firstRefusal(gates)).toBeNull();
  });

  it("waits out the back-off of its own failed start", () => {
    const firing = buildFiring({ failures: 1, dueAt: minutesAgo(-1) });
    expect(refusing(buildSnapshot(), buildManual({ firing }))).toEqual(["BACKOFF"]);
  });

  it("is still held by a busy group", () => {
    const board = buildSnapshot({ activeRuns: [buildRun({ agent: "qa", group: "workspace" })] });
    expect(refusing(board, buildManual())).toEqual(["GROUP_BUSY"]);
  });
});

describe("retries and wakes", () => {
  it.each(["retry", "wake", "message", "answer"] as const)(
    "a %s is not asked for trigger, conditions and switch of the rule",
    (cause) => {
      const board = buildSnapshot({
        config: readConfig([
          { ...dispatchRule, enabled: false, conditions: [{ type: "labels", labels: ["cart"] }] },
        ]),
      });
      const ticket = buildTicket({ column: "Review" });
      const candidate = buildCandidate({
        cause,
        ticket,
        agent: "programmer",
        firing: buildFiring(),
      });
      expect(refusing(board, candidate)).toEqual([]);
    },
  );

  it("a retry skips neither a person's stop nor a blocker", () => {
    const ticket = buildTicket({
      openBlockers: [7],
      pairs: { programmer: buildPair({ lastRun: stoppedRun }) },
    });
    const candidate = buildCandidate({
      cause: "retry",
      ticket,
      agent: "programmer",
      firing: buildFiring(),
    });
    expect(refusing(buildSnapshot(), candidate)).toEqual(["BLOCKED", "STOPPED_BY_PERSON"]);
  });

  it("a wake is not held by the sleep it ends", () => {
    const ticket = pair({ sleepsUntil: { kind: "answer", until: null } }).ticket;
    const candidate = buildCandidate({
      cause: "answer",
      ticket,
      agent: "programmer",
      firing: buildFiring(),
    });
    expect(refusing(buildSnapshot(), candidate)).toEqual([]);
  });

  it("the next run of a chain is dropped when its rule was switched off", () => {
    const board = buildSnapshot({ config: readConfig([{ ...dispatchRule, enabled: false }]) });
    const candidate = buildCandidate({
      cause: "chain",
      firing: buildFiring({ payload: { actionIndex: 1 } }),
    });
    expect(refusing(board, candidate)).toEqual(["AUTOMATION_OFF"]);
  });
});

describe("event triggers", () => {
  const feedback = {
    id: "feedback",
    trigger: { type: "ticketCommentAdded", authors: ["owner"] },
    actions: [{ type: "runAgent", agent: "programmer" }],
  };
  const board = buildSnapshot({ config: readConfig([feedback]) });

  it("select nothing without a firing and say what they wait for", () => {
    const candidate = buildCandidate({ automationId: "feedback" });
    expect(refusing(board, candidate)).toEqual(["NO_MATCH"]);
    expect(sentenceFor({ code: "NO_MATCH" }, board, candidate).text).toBe(
      "Rule feedback fires when owner comments on a ticket",
    );
  });

  it("start with one, whatever column the ticket is in", () => {
    const ticket = buildTicket({ column: "Review" });
    const candidate = buildCandidate({ automationId: "feedback", ticket, firing: buildFiring() });
    expect(refusing(board, candidate)).toEqual([]);
  });

  it("are not held because nothing changed", () => {
    const ticket = buildTicket({
      pairs: { programmer: buildPair({ lastAdmittedRevision: { feedback: 9 } }) },
    });
    const candidate = buildCandidate({ automationId: "feedback", ticket, firing: buildFiring() });
    expect(refusing(board, candidate)).toEqual([]);
  });
});

describe("budget", () => {
  const spent = (more: Partial<DispatchSnapshot["budget"]>, isSupervisor = false) =>
    refusing(
      buildSnapshot({
        budget: { ...base.budget, ...more },
        members: { programmer: buildMember("programmer", { isSupervisor }) },
      }),
      buildCandidate(),
    );

  it("takes the last cent and not one more", () => {
    expect(spent({ spentUsd: 7.9, reservedUsd: 0.1 })).toEqual([]);
    expect(spent({ spentUsd: 7.90000001, reservedUsd: 0.1 })).toEqual(["BUDGET_RESERVED"]);
  });

  it("does not stop where there is no fuse", () => {
    expect(spent({ capUsd: null, spentUsd: 1e6 })).toEqual([]);
  });

  it("lets a supervisor go on above the cap, up to its own", () => {
    expect(spent({ spentUsd: 10 }, true)).toEqual([]);
    expect(spent({ spentUsd: 10, supervisorSpentUsd: 0.5 }, true)).toEqual([
      "BUDGET_REACHED",
      "BUDGET_RESERVED",
    ]);
  });
});

describe("provider limits", () => {
  const limited = (model: string) =>
    machine({ providerLimits: [{ model, until: minutesAgo(-90), reason: "limit" }] });
  const members = { programmer: buildMember("programmer", { model: "opus" }) };

  it("hold only the model they name", () => {
    expect(refusing(buildSnapshot({ ...limited("opus"), members }), buildCandidate())).toEqual([
      "PROVIDER_LIMIT",
    ]);
    expect(refusing(buildSnapshot({ ...limited("haiku"), members }), buildCandidate())).toEqual([]);
  });

  it("and a missing CLI do not hold a demo, whose agent is scripted", () => {
    const board = buildSnapshot({
      ...project({ isDemo: true }),
      machine: {
        ...base.machine,
        cliProblem: "missing",
        providerLimits: [{ model: "", until: minutesAgo(-90), reason: "limit" }],
      },
    });
    expect(refusing(board, buildCandidate())).toEqual([]);
  });
});

describe("a provider limit that has opened", () => {
  const opened = (lastStartAfterReopen: Date | null, model = "") =>
    machine({
      providerLimits: [
        {
          model,
          until: minutesAgo(1),
          reason: "limit",
          reopenedAt: minutesAgo(1),
          lastStartAfterReopen,
        },
      ],
    });
  const next = (last: Date | null, model = "") =>
    refusing(buildSnapshot(opened(last, model)), buildCandidate());

  it("lets the first one through, and the next five seconds later", () => {
    expect(next(null)).toEqual([]);
    expect(next(new Date(now.getTime() - 4_999))).toEqual(["PROVIDER_LIMIT"]);
    expect(next(new Date(now.getTime() - 5_000))).toEqual([]);
  });

  it("holds nothing of another model", () => {
    expect(next(new Date(now.getTime() - 100), "opus")).toEqual([]);
  });
});

describe("a parked run", () => {
  const board = buildSnapshot({ parkedRuns: [parkedRun] });

  it("does not hold its own agent on its own ticket, whose answer has come", () => {
    const ticket = buildTicket({ number: 88, assignee: "qa" });
    const candidate = buildCandidate({
      cause: "answer",
      agent: "qa",
      ticket,
      firing: buildFiring({ requestedBy: "ada" }),
      isForced: true,
    });
    const members = { qa: buildMember("qa") };
    expect(refusing({ ...board, members }, candidate)).toEqual([]);
  });

  it("holds no other group, and comes after a run that is active", () => {
    const docs = { programmer: buildMember("programmer", { agentType: "analyst" }) };
    expect(refusing({ ...board, members: docs }, buildCandidate())).toEqual([]);
    const busy = { ...board, activeRuns: [buildRun({ agent: "coder", group: "workspace" })] };
    expect(sentenceFor({ code: "GROUP_BUSY" }, busy, buildCandidate()).text).toBe(
      "Group workspace is busy: coder works on #88",
    );
  });

  it("asks for its answer or for a release", () => {
    expect(smallestChange({ code: "GROUP_BUSY" }, board, buildCandidate())?.sentence.text).toBe(
      "Answer qa on #88, or release its group",
    );
  });
});

it("a complete contract starts, where the rule asks for one", () => {
  const board = buildSnapshot({ config: readConfig([explicitRule]) });
  const ticket = buildTicket({ contract: readyContract });
  expect(refusing(board, buildCandidate({ ticket }))).toEqual([]);
});

describe("rules without an agent", () => {
  const remind = {
    id: "remind",
    trigger: { type: "ticketInColumn", columns: ["Todo"] },
    actions: [{ type: "addComment", content: "Look at #{ticketId}" }],
  };
  const board = buildSnapshot({
    config: readConfig([remind]),
    slots: { capacity: 1, active: 1 },
    budget: { ...base.budget, spentUsd: 10 },
    machine: { ...base.machine, isDiskLow: true, cliProblem: "missing", isRedisDown: true },
    ...project({ settingsProblem: { changedFiles: [".mcp.json"] } }),
  });

  it("need no place, no money and no CLI", () => {
    expect(refusing(board, buildCandidate({ automationId: "remind" }))).toEqual([]);
  });

  it("act once until somebody else touches the ticket", () => {
    const after = buildPair({
      lastAdmittedRevision: { remind: 9 },
      lastTouchRevision: { remind: 8 },
    });
    const ticket = buildTicket({ pairs: { "": after } });
    expect(refusing(board, buildCandidate({ automationId: "remind", ticket }))).toEqual([
      "NOTHING_CHANGED",
    ]);
    const touched = { ...after, lastTouchRevision: { remind: 10 } };
    expect(
      refusing(
        board,
        buildCandidate({ automationId: "remind", ticket: buildTicket({ pairs: { "": touched } }) }),
      ),
    ).toEqual([]);
  });
});

it("a ticketless run is a duplicate of a run of the same rule only", () => {
  const run = buildRun({ ticketId: null, ticketNumber: null, automationId: "nightly", group: "x" });
  const manual = buildManual({ ticket: null, agent: "programmer", automationId: "nightly" });
  expect(refusing(buildSnapshot({ activeRuns: [run] }), manual)).toEqual(["DUPLICATE"]);
  expect(
    refusing(buildSnapshot({ activeRuns: [run] }), { ...manual, automationId: "dispatch" }),
  ).toEqual([]);
});
