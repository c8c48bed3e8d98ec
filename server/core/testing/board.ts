import { parseAutomations } from "../automation/config.ts";
import type { AutomationsConfig } from "../automation/automation.ts";
import type {
  ActiveRunFacts,
  AutomationStateFacts,
  Candidate,
  ColumnFacts,
  DispatchSnapshot,
  MemberFacts,
  PairFacts,
  TicketFacts,
} from "../dispatch/snapshot.ts";

/** The moment at which boards of tests are looked at. */
export const now = new Date("2026-03-01T12:00:00Z");

/** A moment so many minutes before (or, negative, after) `now`. */
export function minutesAgo(minutes: number): Date {
  return new Date(now.getTime() - minutes * 60_000);
}

export function buildColumn(name: string, more: Partial<ColumnFacts> = {}): ColumnFacts {
  return {
    id: name.length,
    name,
    role: "normal",
    isManualSort: true,
    wipLimit: null,
    wipHard: false,
    count: 3,
    ...more,
  };
}

export function buildMember(slug: string, more: Partial<MemberFacts> = {}): MemberFacts {
  return {
    slug,
    kind: "agent",
    agentType: "coder",
    hasSkill: true,
    model: null,
    maxTurns: null,
    trust: null,
    isSupervisor: false,
    heldBy: null,
    heldUntil: null,
    ...more,
  };
}

/** What the engine remembers of a rule. */
export function buildState(more: Partial<AutomationStateFacts> = {}): AutomationStateFacts {
  return {
    triggerType: "ticketInColumn",
    isEnabled: true,
    cursor: 0,
    lastPolledAt: null,
    startsAfter: null,
    heldBy: null,
    heldUntil: null,
    ...more,
  };
}

export function buildPair(more: Partial<PairFacts> = {}): PairFacts {
  return {
    lastRun: null,
    lastAdmittedRevision: {},
    lastTouchRevision: {},
    failures: 0,
    nextRetryAt: null,
    isStuck: false,
    sleepsUntil: null,
    takenOverBy: null,
    ...more,
  };
}

export function buildTicket(more: Partial<TicketFacts> = {}): TicketFacts {
  return {
    id: 1041,
    number: 41,
    title: "Checkout total ignores VAT",
    description: "The total of the cart leaves out the value added tax of every item in it.",
    column: "Todo",
    orderKey: "a0",
    assignee: "programmer",
    priority: 1,
    labels: [],
    level: 1,
    parentNumber: null,
    revision: 1,
    isDeleted: false,
    createdAt: minutesAgo(60),
    updatedAt: minutesAgo(30),
    enteredColumnAt: minutesAgo(30),
    beingEditedBy: null,
    openBlockers: [],
    creationChain: 0,
    children: [],
    pairs: { programmer: buildPair() },
    loop: { runs: [], automationChanges: 0, sinceRevision: 0 },
    ...more,
  };
}

export function buildRun(more: Partial<ActiveRunFacts> = {}): ActiveRunFacts {
  return {
    id: "r1",
    agent: "docs",
    ticketId: 1088,
    ticketNumber: 88,
    automationId: "docs",
    group: "docs",
    exclusions: [],
    state: "running",
    startedAt: minutesAgo(5),
    ...more,
  };
}

/** The configuration of a text that has to be valid. */
export function readConfig(
  automations: unknown[],
  root: Record<string, unknown> = {},
): AutomationsConfig {
  const parsed = parseAutomations(JSON.stringify({ ...root, automations }));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.config;
}

/** Move to InProgress and run the programmer, for every ticket in Todo assigned to it. */
export const dispatchRule = {
  id: "dispatch",
  trigger: { type: "ticketInColumn", columns: ["Todo"], assigneeSlug: "programmer" },
  actions: [
    { type: "moveTicketStatus", to: "InProgress" },
    { type: "runAgent", agent: "programmer", maxCostUsd: 2 },
  ],
};

export function buildSnapshot(more: Partial<DispatchSnapshot> = {}): DispatchSnapshot {
  return {
    now,
    project: {
      id: 1,
      slug: "web-shop",
      isPaused: false,
      pausedBy: null,
      isEverythingPaused: false,
      isDemo: false,
      isImported: false,
      permissionLevel: "edit",
      timeZone: "UTC",
      isolation: "workspace",
      workspaceProblem: null,
      settingsProblem: null,
    },
    config: readConfig([dispatchRule]),
    columns: [
      buildColumn("Backlog"),
      buildColumn("Todo"),
      buildColumn("InProgress"),
      buildColumn("Review", { role: "review" }),
      buildColumn("Done", { role: "done" }),
    ],
    members: {
      programmer: buildMember("programmer"),
      docs: buildMember("docs", { agentType: "analyst" }),
      owner: buildMember("owner", { kind: "person", agentType: null, hasSkill: false }),
    },
    automationStates: {},
    activeRuns: [],
    parkedRuns: [],
    slots: { capacity: 6, active: 0 },
    budget: {
      capUsd: 10,
      spentUsd: 0,
      reservedUsd: 0,
      supervisorCapUsd: 2,
      supervisorSpentUsd: 0,
    },
    machine: {
      isEngineAlive: true,
      cliProblem: null,
      isDiskLow: false,
      isRedisDown: false,
      providerLimits: [],
    },
    groupReservation: null,
    ...more,
  };
}

export function buildCandidate(more: Partial<Candidate> = {}): Candidate {
  return {
    automationId: "dispatch",
    ticket: buildTicket(),
    cause: "trigger",
    agent: null,
    firing: null,
    isForced: false,
    ...more,
  };
}

/** A person's Run on the ticket. */
export function buildManual(more: Partial<Candidate> = {}): Candidate {
  return buildCandidate({ automationId: null, cause: "manual", isForced: true, ...more });
}

export function buildFiring(
  more: Partial<NonNullable<Candidate["firing"]>> = {},
): NonNullable<Candidate["firing"]> {
  return {
    id: 7,
    dueAt: minutesAgo(1),
    createdAt: minutesAgo(2),
    failures: 0,
    payload: {},
    requestedBy: null,
    ...more,
  };
}
