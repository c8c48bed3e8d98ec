import fc from "fast-check";
import type { Candidate, DispatchSnapshot, PairFacts, TicketFacts } from "../dispatch/snapshot.ts";
import {
  buildFiring,
  buildMember,
  buildPair,
  buildRun,
  buildSnapshot,
  buildTicket,
  minutesAgo,
  readConfig,
} from "./board.ts";
import { anyLoop, limits, overtaking } from "./arbitrary-facts.ts";
import { parkedRun, readyContract } from "./gate-scene.ts";

const columns = ["Backlog", "Todo", "InProgress", "Review", "Done"];
const agents = ["programmer", "docs", "release", "boss"];
const groups = ["workspace", "docs", "release", "boss", "ticket-3"];

/** Rules of every kind: by assignee, with groups and exclusions, in an own copy, by comment, no agent. */
export const anyConfig = fc
  .record({
    cost: fc.constantFrom(undefined, 0.5, 2),
    conditions: fc.subarray([
      { type: "labels", labels: ["cart"] },
      { type: "minDescriptionLength", length: 40 },
      { type: "assignedTo", slugs: ["programmer", "docs"] },
      { type: "labels", labels: ["wip"], negate: true },
      { type: "ticketInColumn", columns: ["Todo", "Review"] },
    ]),
    isolation: fc.constantFrom(undefined, "workspace", "worktree"),
    enabled: fc.boolean(),
    root: fc.constantFrom({}, { minDescriptionLength: 30 }),
  })
  .map(({ cost, conditions, isolation, enabled, root }) =>
    readConfig(
      [
        {
          id: "dispatch",
          trigger: { type: "ticketInColumn", columns: ["Todo"] },
          conditions,
          actions: [
            { type: "moveTicketStatus", to: "InProgress" },
            { type: "runAgent", agent: "{assignee}", maxCostUsd: cost, isolation },
          ],
        },
        {
          id: "release",
          enabled,
          trigger: { type: "ticketInColumn", columns: ["Review"], assigneeSlug: "release" },
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
        {
          id: "feedback",
          trigger: { type: "ticketCommentAdded" },
          actions: [{ type: "runAgent", agent: "docs" }],
        },
        {
          id: "supervise",
          trigger: { type: "ticketInColumn", columns: ["Todo", "Review"] },
          actions: [{ type: "runAgent", agent: "boss", maxCostUsd: 0.25 }],
        },
        {
          id: "sort",
          trigger: { type: "ticketInColumn", columns: ["Backlog"], debounceSeconds: 60 },
          actions: [{ type: "moveTicketStatus", to: "Todo" }],
        },
      ],
      root,
    ),
  );

const anyPair: fc.Arbitrary<PairFacts> = fc
  .record({
    stop: fc.constantFrom("none", "stopped", "lifted"),
    retry: fc.constantFrom(null, 5, -5),
    failures: fc.constantFrom(0, 0, 0, 2, 5),
    isStuck: fc.constantFrom(false, false, false, true),
    sleep: fc.constantFrom(null, null, null, "answer", "limit"),
    takenOverBy: fc.constantFrom(null, null, null, "ada"),
    admitted: fc.constantFrom(undefined, 5),
    touched: fc.constantFrom(4, 6),
  })
  .map((facts) =>
    buildPair({
      lastRun:
        facts.stop === "none"
          ? null
          : {
              id: "r0",
              automationId: "dispatch",
              outcome: "stopped",
              endedAt: minutesAgo(3),
              stoppedBy: "ada",
              stoppedByKind: "person",
              isStopLifted: facts.stop === "lifted",
            },
      nextRetryAt: facts.retry === null ? null : minutesAgo(facts.retry),
      failures: facts.failures,
      isStuck: facts.isStuck,
      sleepsUntil:
        facts.sleep === null
          ? null
          : { kind: facts.sleep, until: facts.sleep === "limit" ? minutesAgo(-20) : null },
      takenOverBy: facts.takenOverBy,
      lastAdmittedRevision:
        facts.admitted === undefined ? {} : { dispatch: facts.admitted, supervise: facts.admitted },
      lastTouchRevision: { dispatch: facts.touched, supervise: facts.touched },
    }),
  );

/** A ticket of that number; `isCalm` leaves out whatever holds a pair. */
export function anyTicket(number: number, isCalm = false): fc.Arbitrary<TicketFacts> {
  return fc
    .record({
      column: fc.constantFrom(...columns),
      assignee: fc.constantFrom(null, ...agents, "owner", "ghost"),
      priority: fc.integer({ min: 0, max: 3 }),
      labels: fc.subarray(["Cart", "wip", "blog"]),
      description: fc.constantFrom("", "x".repeat(35), "x".repeat(80)),
      orderKey: fc.stringMatching(/^[a-c][0-9]$/),
      waited: fc.constantFrom(0.5, 5, 12, 90, 130, 700),
      level: fc.constantFrom(1, 1, 1, 4, 5),
      creationChain: fc.constantFrom(0, 0, 0, 4),
      editedBy: fc.constantFrom(null, null, null, "ada"),
      blockers: fc.subarray([7, 9]),
      isDeleted: fc.constantFrom(false, false, false, false, true),
      loop: anyLoop,
      contract: fc.constantFrom(null, null, null, { mission: "short" }, readyContract),
      pairs: fc.record(Object.fromEntries(agents.map((agent) => [agent, anyPair]))),
    })
    .map((facts) => {
      const common = {
        id: 1000 + number,
        number,
        column: facts.column,
        assignee: facts.assignee,
        priority: facts.priority,
        labels: facts.labels,
        description: facts.description,
        orderKey: facts.orderKey,
        enteredColumnAt: minutesAgo(facts.waited),
        updatedAt: minutesAgo(facts.waited),
      };
      if (isCalm) return buildTicket({ ...common, pairs: {} });
      return buildTicket({
        ...common,
        level: facts.level,
        creationChain: facts.creationChain,
        beingEditedBy: facts.editedBy,
        openBlockers: facts.blockers,
        isDeleted: facts.isDeleted,
        pairs: facts.pairs,
        loop: facts.loop,
        contract: facts.contract,
      });
    });
}

/** Everything that could start on these tickets: every level rule, some comments, some people. */
function anyCandidates(tickets: TicketFacts[], rules: string[]): fc.Arbitrary<Candidate[]> {
  const one = (ticket: TicketFacts): fc.Arbitrary<Candidate[]> =>
    fc
      .record({
        comment: fc.boolean(),
        manual: fc.constantFrom(null, null, ...agents),
        retry: fc.boolean(),
      })
      .map(({ comment, manual, retry }) => {
        const plain = { ticket, agent: null, firing: null, isForced: false };
        const list: Candidate[] = rules.map((automationId) => ({
          ...plain,
          automationId,
          cause: "trigger",
        }));
        const firing = buildFiring({ id: ticket.number });
        if (comment) list.push({ ...plain, automationId: "feedback", cause: "trigger", firing });
        if (manual !== null) {
          list.push({
            ...plain,
            automationId: null,
            cause: "manual",
            agent: manual,
            firing: { ...firing, id: 100 + ticket.number, requestedBy: "ada" },
            isForced: true,
          });
        }
        if (retry) {
          list.push({
            ...plain,
            automationId: "dispatch",
            cause: "retry",
            agent: "programmer",
            firing: { ...firing, id: 200 + ticket.number },
          });
        }
        return list;
      });
  return fc.tuple(...tickets.map(one)).map((lists) => lists.flat());
}

export interface Board {
  snapshot: DispatchSnapshot;
  candidates: Candidate[];
  tickets: TicketFacts[];
}

/** A random board with everything that could start on it. */
export function anyBoard(options: { isCalm?: boolean } = {}): fc.Arbitrary<Board> {
  const isCalm = options.isCalm ?? false;
  return fc
    .record({
      config: anyConfig,
      tickets: fc
        .uniqueArray(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 12 })
        .chain((numbers) => fc.tuple(...numbers.map((number) => anyTicket(number, isCalm)))),
      capacity: fc.integer({ min: 1, max: 6 }),
      runs: fc.uniqueArray(fc.constantFrom(...groups), { maxLength: 2 }),
      excluding: fc.boolean(),
      budget: fc.record({
        capUsd: fc.constantFrom(null, 0, 3, 10),
        spentUsd: fc.constantFrom(0, 1.1, 3, 9.99999999),
        reservedUsd: fc.constantFrom(0, 0.3),
        supervisorSpentUsd: fc.constantFrom(0, 0.5, 0.9),
      }),
      held: fc.constantFrom(null, null, "ada"),
      paused: fc.constantFrom(false, false, false, true),
      cli: fc.constantFrom(null, null, null, "not logged in"),
      wipHard: fc.boolean(),
      limit: fc.constantFrom(null, null, null, "closed", "opened", "taken"),
      parked: fc.constantFrom(null, null, null, ...groups),
      untrusted: fc.constantFrom(null, null, null, { changedFiles: [".mcp.json"] }),
      isRedisDown: fc.constantFrom(false, false, false, true),
      overtaken: fc.boolean(),
      isImported: fc.boolean(),
      isManualSort: fc.boolean(),
    })
    .chain((facts) => {
      const plain = buildSnapshot();
      const activeRuns = facts.runs.map((group, index) =>
        buildRun({
          id: `run-${index}`,
          agent: `other-${index}`,
          ticketId: 5000 + index,
          ticketNumber: 500 + index,
          group,
          exclusions: facts.excluding && group === "boss" ? ["docs"] : [],
        }),
      );
      const snapshot: DispatchSnapshot = {
        ...plain,
        config: facts.config,
        project: {
          ...plain.project,
          isPaused: !isCalm && facts.paused,
          pausedBy: "ada",
          isImported: facts.isImported,
          settingsProblem: isCalm ? null : facts.untrusted,
        },
        columns: plain.columns.map((column) => ({
          ...column,
          isManualSort: facts.isManualSort,
          wipHard: facts.wipHard && column.name === "InProgress",
          wipLimit: 5,
        })),
        members: {
          programmer: buildMember("programmer", { heldBy: isCalm ? null : facts.held }),
          docs: buildMember("docs", { agentType: "analyst", recentCostsUsd: [0.2, 0.4, 0.7] }),
          release: buildMember("release", { agentType: "devops" }),
          boss: buildMember("boss", { agentType: "orchestrator", isSupervisor: true }),
          owner: buildMember("owner", { kind: "person", hasSkill: false }),
        },
        activeRuns,
        parkedRuns: facts.parked === null || isCalm ? [] : [{ ...parkedRun, group: facts.parked }],
        recentStarts: facts.overtaken ? [overtaking] : [],
        slots: { capacity: facts.capacity, active: Math.min(activeRuns.length, facts.capacity) },
        budget: { ...facts.budget, supervisorCapUsd: 1 },
        groupReservation: undefined,
        machine: {
          ...plain.machine,
          cliProblem: isCalm ? null : facts.cli,
          isRedisDown: !isCalm && facts.isRedisDown,
          providerLimits: facts.limit === null || isCalm ? [] : [limits[facts.limit]],
        },
      };
      const tickets = [...facts.tickets];
      const rules = facts.config.automations.map(({ id }) => id).filter((id) => id !== "feedback");
      return anyCandidates(tickets, rules).map((candidates) => ({ snapshot, candidates, tickets }));
    });
}
