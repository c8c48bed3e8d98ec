import type { AutomationsConfig } from "#server/core/automation/config.ts";
import type { RunHarness } from "#server/contracts/run.ts";
import type {
  ActorKind,
  ColumnRole,
  FiringCause,
  PermissionLevel,
  RunOutcome,
  RunState,
} from "#server/contracts/words.ts";

/**
 * What a decision sees: plain data about one project at one moment, read by queries, never by the
 * core itself. The same shape is read once without locks (tick, explain) and once on locked rows
 * (admission); the same function judges both, so the explanation and the decision cannot differ.
 */
export interface DispatchSnapshot {
  /** The database's clock. */
  now: Date;
  project: ProjectFacts;
  config: AutomationsConfig;
  columns: ColumnFacts[];
  /** Members by slug. */
  members: Record<string, MemberFacts>;
  /** State of automations by id; absent = first evaluation. */
  automationStates: Record<string, AutomationStateFacts>;
  /** Every run of the project that is not `ended`. */
  activeRuns: ActiveRunFacts[];
  /** Ended runs that still hold their group (ux.md 6); absent = not read. */
  parkedRuns?: ParkedRunFacts[];
  /** An undo that writes the project's folder now; absent = not read. */
  undo?: UndoFacts | null;
  slots: { capacity: number; active: number };
  budget: BudgetFacts;
  machine: MachineFacts;
  /** Groups kept free for an exclusive run that has waited 10 min (rule 24); `decide` finds it itself. */
  groupReservation?: GroupReservation | null;
  /** Starts of the last hours, for the guard of the order (engine.md §3); absent = not read. */
  recentStarts?: RecentStart[];
}

/** A start, and since when its ticket had waited for it. */
export interface RecentStart {
  at: Date;
  automationId: string;
  /** Where the ticket waited. */
  column: string;
  waitedSince: Date;
  /** Index into the priorities, as the ticket has it now. */
  priority: number;
}

/** The oldest exclusive run whose other gates all pass, and the groups it waits for. */
export interface GroupReservation {
  automationId: string | null;
  agent: string;
  ticketNumber: number | null;
  groups: string[];
  since: Date;
}

export interface ProjectFacts {
  id: number;
  slug: string;
  isPaused: boolean;
  pausedBy: string | null;
  /** The whole installation is paused. */
  isEverythingPaused: boolean;
  isDemo: boolean;
  isImported: boolean;
  permissionLevel: PermissionLevel;
  timeZone: string;
  isolation: "workspace" | "worktree";
  /** null = valid; else a sentence (missing, not a directory, outside the roots …). */
  workspaceProblem: string | null;
  /** null = accepted; else settings of the agent CLI that nobody accepted (rule 5); absent = not read. */
  settingsProblem?: SettingsProblem | null;
  /** Files named by a `skillFile` that no run could read, by that name; absent = not read. */
  skillFileProblems?: Record<string, SkillFileProblem>;
}

/** `refused`: outside the workspace, a link, too large; the agent's own skill is no way out then. */
export type SkillFileProblem = "missing" | "refused";

/** Files that differ from what a person accepted: new, changed or removed; relative to the workspace. */
export interface SettingsProblem {
  changedFiles: readonly string[];
}

export interface ColumnFacts {
  id: number;
  name: string;
  role: ColumnRole;
  isManualSort: boolean;
  wipLimit: number | null;
  wipHard: boolean;
  count: number;
  /** Cards per assignee, "" = nobody; absent = not read. */
  countByAssignee?: Record<string, number>;
}

export interface MemberFacts {
  slug: string;
  kind: "person" | "agent";
  agentType: string | null;
  /** Agents only: a skill file exists. */
  hasSkill: boolean;
  /** Front matter values that bear on decisions. */
  model: string | null;
  maxTurns: number | null;
  trust: PermissionLevel | null;
  isSupervisor: boolean;
  heldBy: string | null;
  heldUntil: Date | null;
  /** USD of the agent's last runs, at most 50, for the reservation; absent = none known. */
  recentCostsUsd?: number[];
}

export interface AutomationStateFacts {
  triggerType: string;
  isEnabled: boolean;
  cursor: number;
  lastPolledAt: Date | null;
  startsAfter: number | null;
  heldBy: string | null;
  heldUntil: Date | null;
}

export interface ActiveRunFacts {
  id: string;
  agent: string;
  ticketId: number | null;
  ticketNumber: number | null;
  automationId: string | null;
  group: string | null;
  exclusions: string[];
  state: RunState;
  startedAt: Date;
  /** Estimate from earlier runs of the agent; absent = unknown. */
  expectedEndAt?: Date | null;
}

/**
 * A run that ended asleep on a person's answer while the shared workspace holds its uncommitted changes:
 * nobody else may write there until it is answered or released (ux.md 6, rule 19).
 */
export interface ParkedRunFacts {
  runId: string;
  agent: string;
  ticketNumber: number | null;
  group: string;
  /** When it ended. */
  since: Date;
}

/** Nothing starts in a folder while an undo writes it; one whose process died is over after seconds. */
export interface UndoFacts {
  by: string;
  /** Whose run is undone. */
  agent: string;
  since: Date;
}

/** USD as decimal numbers rounded to 8 places; the admission compares in the database's NUMERIC. */
export interface BudgetFacts {
  capUsd: number | null;
  spentUsd: number;
  reservedUsd: number;
  supervisorCapUsd: number;
  supervisorSpentUsd: number;
}

export interface MachineFacts {
  /** A worker has a fresh heartbeat. */
  isEngineAlive: boolean;
  /** null = usable; else what is wrong with the agent CLI and the command that mends it. */
  cliProblem: string | null;
  isDiskLow: boolean;
  /** Closed logins, by model ("" = all models), and those that opened a moment ago. */
  providerLimits: ProviderLimitFacts[];
  /** Redis is set up and away (rule 9); absent = not known. */
  isRedisDown?: boolean;
}

export interface ProviderLimitFacts {
  model: string;
  until: Date;
  reason: string;
  /** When it opened, for ten minutes after that; null = still closed. */
  reopenedAt?: Date | null;
  /** The newest start with this login and model since it opened; null = none yet. */
  lastStartAfterReopen?: Date | null;
}

export interface TicketFacts {
  id: number;
  number: number;
  title: string;
  description: string;
  column: string;
  orderKey: string;
  assignee: string | null;
  /** Index into the priorities. */
  priority: number;
  labels: string[];
  level: number;
  parentNumber: number | null;
  revision: number;
  isDeleted: boolean;
  createdAt: Date;
  updatedAt: Date;
  enteredColumnAt: Date;
  /** Project revision of the activity that put it into its column; absent = not read. */
  enteredColumnRevision?: number | null;
  /**
   * Who brought it to where it is: the newest move, creation or assignment, by whomever; null: a project
   * restored without its log, absent = not read.
   */
  lastMover?: { actor: string; actorKind: ActorKind; at: Date } | null;
  /** A person's unsaved text younger than two minutes. */
  beingEditedBy: string | null;
  /** Numbers of blockers that are not in a done-role column. */
  openBlockers: number[];
  /** Length of the chain of tickets created by runs on tickets created by runs … (rules 25). */
  creationChain: number;
  children: { number: number; column: string }[];
  /** Facts per agent that has run here or could, by slug; "" = automations without a runAgent. */
  pairs: Record<string, PairFacts>;
  /** What somebody wrote as its explicit contract; null = nobody, absent = not read. */
  contract?: unknown;
  /** What the loop detector looks at (rule 15); absent = not read. */
  loop?: LoopFacts;
}

/** What happened to a ticket since a person last touched it. */
export interface LoopFacts {
  /** Ended runs, oldest first; `progress` = one of the tokens of rule 15 fell to it. */
  runs: { agent: string; runId: string; endedAt: Date; progress: boolean }[];
  /** Activities of automations that changed the ticket or commented on it. */
  automationChanges: number;
  /** Revision of the last human event; 0 = none yet. */
  sinceRevision: number;
}

/** What is known about one agent on one ticket. */
export interface PairFacts {
  /** The newest run of the pair, whatever started it. */
  lastRun: LastRunFacts | null;
  /** Revision of the admission of the last run per automation id (NOTHING_CHANGED). */
  lastAdmittedRevision: Record<string, number>;
  /** Newest revision of an activity on the ticket (or a child or blocker) that counts as a touch for
   *  each automation: by a person, another agent or another automation (rules 14). By automation id. */
  lastTouchRevision: Record<string, number>;
  /** Failures since the last DONE or human touch. */
  failures: number;
  /** Failures at which a person is needed: `failure.retries` + 1 and `maxConsecutiveRuns`, the smaller. */
  failureLimit?: number;
  nextRetryAt: Date | null;
  /** STUCK, retries spent: waits for a person. */
  isStuck: boolean;
  /** DORMANT: what it waits for. */
  sleepsUntil: { kind: string; until: Date | null } | null;
  takenOverBy: string | null;
  /** Since when; absent = not read. */
  takenOverAt?: Date | null;
}

export interface LastRunFacts {
  id: string;
  automationId: string | null;
  outcome: RunOutcome | null;
  endedAt: Date | null;
  stoppedBy: string | null;
  stoppedByKind: ActorKind | null;
  /** A person pressed Run, Resume, Send back, or dragged it into a starting column after the stop. */
  isStopLifted: boolean;
}

/**
 * One thing that may start: a ticket a level trigger might select, or an owed firing. `ticket` null =
 * ticketless automation.
 */
export interface Candidate {
  /** null: a manual start that no automation names. */
  automationId: string | null;
  ticket: TicketFacts | null;
  cause: FiringCause;
  /** The agent asked for (manual, retry …); a trigger's agent comes from its action. */
  agent: string | null;
  firing: {
    id: number;
    dueAt: Date;
    createdAt: Date;
    failures: number;
    payload: Record<string, unknown>;
    requestedBy: string | null;
  } | null;
  /** A person's start skips what rules 13 says and records it as forced. */
  isForced: boolean;
  /** What a person changed for this try (ux.md 35); a firing carries it in its payload. */
  harness?: RunHarness | null;
  /** Since when it waits; absent = since the firing, else since it entered its column. */
  waitingSince?: Date | null;
}
