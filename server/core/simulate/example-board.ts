import { priorities } from "#server/contracts/words.ts";
import type { RunOutcome } from "#server/contracts/words.ts";
import type { AutomationsConfig } from "../automation/automation.ts";
import type { Example, ExampleRun, ExampleTicket } from "../automation/parse-examples.ts";
import type { RunRequest } from "../automation/plan.ts";
import { resolveRunRequest } from "../automation/resolve.ts";
import type {
  ActiveRunFacts,
  ColumnFacts,
  DispatchSnapshot,
  MemberFacts,
  PairFacts,
  TicketFacts,
} from "../dispatch/snapshot.ts";
import { emptyPair } from "./board.ts";

const HOUR_MS = 3_600_000;

/** Places of an example's machine: examples are about rules, not about how many agents fit. */
const EXAMPLE_SLOTS = 1_000;

/** Ends that do not count as a failed try (rule 2). */
const harmlessOutcomes: ReadonlySet<RunOutcome> = new Set<RunOutcome>([
  "completed",
  "stopped",
  "rate_limited",
  "lost",
]);

/** The board of an example and its tickets. */
export interface ExampleBoard {
  snapshot: DispatchSnapshot;
  tickets: TicketFacts[];
}

/**
 * The board an example speaks of: the project's columns, members and settings with the example's
 * tickets, runs, money and time, on a machine that is well (engine alive, nothing paused or held, places
 * free). A name nobody has counts as an agent with a skill, so that a file can be judged before its
 * skills are written.
 */
export function exampleBoard(
  base: DispatchSnapshot,
  config: AutomationsConfig,
  example: Example,
): ExampleBoard {
  const at = new Date(example.at);
  const { tickets: given, runs, spentUsd } = example.given;
  const bare: DispatchSnapshot = {
    ...base,
    now: at,
    config,
    project: {
      ...base.project,
      isPaused: false,
      pausedBy: null,
      isEverythingPaused: false,
      timeZone: config.timeZone ?? base.project.timeZone,
      workspaceProblem: null,
      settingsProblem: null,
    },
    columns: columnsOf(base, given),
    members: membersOf(base, config, example),
    automationStates: {},
    activeRuns: [],
    parkedRuns: [],
    slots: { capacity: EXAMPLE_SLOTS, active: 0 },
    budget: { ...base.budget, spentUsd, reservedUsd: 0, supervisorSpentUsd: 0 },
    machine: {
      isEngineAlive: true,
      cliProblem: null,
      isDiskLow: false,
      isRedisDown: false,
      providerLimits: [],
    },
    groupReservation: null,
  };
  const tickets = given.map((ticket, index) => ticketOf(ticket, index, given, bare));
  const byNumber = new Map(tickets.map((ticket) => [ticket.number, ticket]));
  const placed = runs.map((run, index) => placeRun(run, index, byNumber, bare));
  const active = placed.flatMap((one) => (one.active === null ? [] : [one.active]));
  const reservedUsd = placed.reduce((sum, one) => sum + one.reservedUsd, 0);
  return {
    snapshot: { ...bare, activeRuns: active, budget: { ...bare.budget, reservedUsd } },
    tickets: tickets.map((ticket) => withPairs(ticket, placed, bare)),
  };
}

/** The board's columns and those of the example's tickets, counted over the example's tickets. */
function columnsOf(base: DispatchSnapshot, given: readonly ExampleTicket[]): ColumnFacts[] {
  const known = new Set(base.columns.map((column) => column.name));
  const unknown = [...new Set(given.map((ticket) => ticket.column))]
    .filter((name) => !known.has(name))
    .map((name, index): ColumnFacts => ({
      id: -1 - index,
      name,
      role: "normal",
      isManualSort: true,
      wipLimit: null,
      wipHard: false,
      count: 0,
    }));
  return [...base.columns, ...unknown].map((column) => {
    const inside = given.filter((ticket) => ticket.column === column.name);
    const countByAssignee: Record<string, number> = {};
    for (const { assignee } of inside) {
      countByAssignee[assignee ?? ""] = (countByAssignee[assignee ?? ""] ?? 0) + 1;
    }
    return { ...column, count: inside.length, countByAssignee };
  });
}

function membersOf(
  base: DispatchSnapshot,
  config: AutomationsConfig,
  { given }: Example,
): Record<string, MemberFacts> {
  const named = [
    ...given.tickets.flatMap((ticket) => ticket.assignee ?? []),
    ...given.runs.map((run) => run.agent),
    ...config.automations.flatMap((automation) =>
      automation.actions.flatMap((action) =>
        action.type === "runAgent" && !action.agent.includes("{") ? [action.agent] : [],
      ),
    ),
  ];
  const members: Record<string, MemberFacts> = {};
  for (const slug of named) members[slug] = plainAgent(slug);
  for (const member of Object.values(base.members)) {
    members[member.slug] = {
      ...member,
      hasSkill: member.kind === "agent",
      heldBy: null,
      heldUntil: null,
      recentCostsUsd: [],
    };
  }
  return members;
}

function plainAgent(slug: string): MemberFacts {
  return {
    slug,
    kind: "agent",
    agentType: null,
    hasSkill: true,
    model: null,
    maxTurns: null,
    trust: null,
    isSupervisor: false,
    heldBy: null,
    heldUntil: null,
  };
}

function ticketOf(
  ticket: ExampleTicket,
  index: number,
  given: readonly ExampleTicket[],
  { now, columns }: DispatchSnapshot,
): TicketFacts {
  const done = new Set(columns.filter(({ role }) => role === "done").map(({ name }) => name));
  const columnOf = new Map(given.map((one) => [one.number, one.column]));
  const enteredAt = new Date(ticket.enteredAt ?? now.getTime() - HOUR_MS);
  return {
    id: ticket.number,
    number: ticket.number,
    title: ticket.title ?? `Ticket ${ticket.number}`,
    description: ticket.description,
    column: ticket.column,
    orderKey: `a${String(index).padStart(4, "0")}`,
    assignee: ticket.assignee,
    priority: priorities.indexOf(ticket.priority),
    labels: ticket.labels,
    level: levelOf(ticket, given),
    parentNumber: ticket.parent ?? null,
    revision: 1,
    isDeleted: false,
    createdAt: ticket.createdAt === undefined ? enteredAt : new Date(ticket.createdAt),
    updatedAt: enteredAt,
    enteredColumnAt: enteredAt,
    beingEditedBy: null,
    openBlockers: ticket.blockedBy.filter((number) => !done.has(columnOf.get(number) ?? "")),
    creationChain: 0,
    children: given
      .filter((one) => one.parent === ticket.number)
      .map(({ number, column }) => ({ number, column })),
    pairs: {},
  };
}

/** A parent that is not given counts as a root; a circle ends where it began. */
function levelOf(ticket: ExampleTicket, given: readonly ExampleTicket[]): number {
  const seen = new Set<number>();
  let level = 1;
  let at: ExampleTicket | undefined = ticket;
  while (at?.parent !== undefined && !seen.has(at.number)) {
    seen.add(at.number);
    level += 1;
    const parent: number = at.parent;
    at = given.find((one) => one.number === parent);
  }
  return level;
}

interface PlacedRun {
  run: ExampleRun;
  automationId: string | null;
  active: ActiveRunFacts | null;
  reservedUsd: number;
}

/** What an example leaves out of a run follows from the rule that runs its agent (rule 13). */
function placeRun(
  run: ExampleRun,
  index: number,
  tickets: ReadonlyMap<number, TicketFacts>,
  snapshot: DispatchSnapshot,
): PlacedRun {
  const ticket = run.ticket === undefined ? null : (tickets.get(run.ticket) ?? null);
  const request = requestOf(run, ticket, snapshot);
  const automationId = run.automation ?? request?.automationId ?? null;
  if (run.outcome !== undefined) return { run, automationId, active: null, reservedUsd: 0 };
  return {
    run,
    automationId,
    reservedUsd: run.reservedUsd ?? request?.reservationUsd ?? 0,
    active: {
      id: `example-${index}`,
      agent: run.agent,
      ticketId: ticket?.id ?? null,
      ticketNumber: ticket?.number ?? null,
      automationId,
      group: run.group ?? request?.group ?? null,
      exclusions: run.exclusions ?? request?.exclusions ?? [],
      state: "running",
      startedAt: new Date(snapshot.now.getTime() - HOUR_MS / 2),
    },
  };
}

function requestOf(
  run: ExampleRun,
  ticket: TicketFacts | null,
  snapshot: DispatchSnapshot,
): RunRequest | null {
  const request = resolveRunRequest(snapshot, {
    automationId: run.automation ?? null,
    ticket,
    cause: "manual",
    agent: run.agent,
    firing: null,
    isForced: true,
  });
  return request.kind === "run" ? request : null;
}

/** What the example's ended runs leave behind on their tickets, for every agent that could run. */
function withPairs(
  ticket: TicketFacts,
  placed: readonly PlacedRun[],
  snapshot: DispatchSnapshot,
): TicketFacts {
  const runs = placed.filter(({ run }) => run.ticket === ticket.number);
  const lastAdmittedRevision = Object.fromEntries(
    runs.flatMap(({ automationId }) => (automationId === null ? [] : [[automationId, 1]])),
  );
  const agents = Object.values(snapshot.members).filter((member) => member.kind === "agent");
  const pairs: [string, PairFacts][] = ["", ...agents.map(({ slug }) => slug)].map((agent) => {
    const ended = runs.filter(({ run }) => run.agent === agent && run.outcome !== undefined);
    const last = ended.at(-1);
    const sinceGood = ended.slice(
      ended.findLastIndex(({ run }) => run.outcome === "completed") + 1,
    );
    return [
      agent,
      {
        ...emptyPair,
        lastRun: last === undefined ? null : lastRunOf(last, snapshot.now),
        lastAdmittedRevision,
        failures: sinceGood.filter(
          ({ run }) => run.outcome !== undefined && !harmlessOutcomes.has(run.outcome),
        ).length,
      },
    ];
  });
  return { ...ticket, pairs: Object.fromEntries(pairs) };
}

function lastRunOf({ run, automationId }: PlacedRun, now: Date): PairFacts["lastRun"] {
  const isStopped = run.outcome === "stopped";
  return {
    id: "example",
    automationId,
    outcome: run.outcome ?? null,
    endedAt: new Date(now.getTime() - HOUR_MS / 4),
    stoppedBy: isStopped ? "owner" : null,
    stoppedByKind: isStopped ? "person" : null,
    isStopLifted: false,
  };
}
