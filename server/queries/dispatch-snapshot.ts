import type { AutomationsConfig } from "#server/core/automation/automation.ts";
import { emptyConfig } from "#server/core/automation/automation.ts";
import type { OwedFiring } from "#server/core/dispatch/candidates.ts";
import type { ColumnFacts, DispatchSnapshot, MemberFacts } from "#server/core/dispatch/snapshot.ts";
import type { SqlRunner } from "../store/sql-runner.ts";
import { readBoardFacts } from "../store/sql/read-board-facts.ts";
import { namedSkillFiles } from "./action-skill-file.ts";
import { configOf } from "./automations.ts";
import { boardFactsSchema } from "./board-facts.ts";
import type { BoardFacts } from "./board-facts.ts";
import { defaultBudgetUsd } from "./default-budget.ts";
import { toOwedFiring } from "./firing-row.ts";
import { describeSettings, readHostFacts } from "./host-facts.ts";
import { toMachine } from "./machine.ts";

/** Share of the cap that supervisors may use when the file names no amount (rule 4). */
const SUPERVISOR_SHARE = 0.2;
/** A configuration that changes between two statements is read again this often. */
const MAX_READS = 4;

export interface SnapshotOptions {
  /** Locks are held: nothing but the database is asked (see `readHostFacts`). */
  isInTransaction?: boolean;
  /**
   * `asked` (default): only columns with a limit and those a `ticketCountInColumn` condition names are
   * counted, the others have 0, so that the cost does not follow the number of tickets. `all`: every one.
   */
  counts?: "asked" | "all";
  /** Agents whose recent costs are read; absent = all. */
  costsOf?: string[];
  /** Owed firings that are due come along, oldest first, at most so many. */
  maxDueFirings?: number;
  /** The starts of the last hours come along: where the order of candidates is decided. */
  withRecentStarts?: boolean;
}

/** An owed firing with the row id of its ticket. */
export interface DueFiring {
  ticketId: number | null;
  firing: OwedFiring;
}

/**
 * Everything a decision about one project sees, by one statement (two when its configuration changed).
 * With a transaction whose locks are held it reads the locked rows (rule 8); without, it is advice.
 * `now` is the database's clock.
 */
export async function readDispatchSnapshot(
  sql: SqlRunner,
  projectId: number,
  options: SnapshotOptions = {},
): Promise<DispatchSnapshot> {
  return (await readSnapshotWithDue(sql, projectId, options)).snapshot;
}

/** The same with the firings that are due. */
export async function readSnapshotWithDue(
  sql: SqlRunner,
  projectId: number,
  options: SnapshotOptions,
): Promise<{ snapshot: DispatchSnapshot; due: DueFiring[] }> {
  const { facts, config } = await readFacts(sql, projectId, options);
  const { project } = facts;
  const host = await readHostFacts(project.workspaceRealPath, {
    isInTransaction: options.isInTransaction ?? false,
    skillFiles: namedSkillFiles(
      config,
      facts.members.flatMap(({ kind, slug }) => (kind === "agent" ? [slug] : [])),
    ),
  });
  const capUsd = config.dailyBudgetUsd === undefined ? defaultBudgetUsd() : config.dailyBudgetUsd;
  const snapshot: DispatchSnapshot = {
    now: facts.now,
    project: {
      id: project.id,
      slug: project.slug,
      isPaused: project.isPaused,
      pausedBy: project.pausedBy,
      isEverythingPaused: facts.isEverythingPaused,
      isDemo: project.isDemo,
      isImported: project.isImported,
      permissionLevel: project.permissionLevel,
      timeZone: config.timeZone ?? project.timeZone,
      isolation: project.isolation,
      workspaceProblem: host.workspaceProblem,
      settingsProblem: describeSettings(project.trustedSettingsHash, host.settings),
      skillFileProblems: host.skillFileProblems,
    },
    config,
    columns: facts.columns.map(toColumn),
    members: Object.fromEntries(facts.members.map((member) => [member.slug, toMember(member)])),
    automationStates: Object.fromEntries(
      facts.automationStates.map(({ automationId, ...state }) => [automationId, state]),
    ),
    activeRuns: facts.activeRuns,
    parkedRuns: facts.parkedRuns,
    undo: facts.undo,
    slots: facts.slots,
    budget: {
      capUsd,
      spentUsd: Number(facts.spentUsd),
      reservedUsd: Number(facts.reservedUsd),
      supervisorCapUsd: config.supervisorBudgetUsd ?? (capUsd ?? 0) * SUPERVISOR_SHARE,
      supervisorSpentUsd: Number(facts.supervisorSpentUsd),
    },
    machine: toMachine(facts, host),
    ...(options.withRecentStarts ? { recentStarts: facts.recentStarts } : {}),
  };
  const due = facts.due.map((row) => ({ ticketId: row.ticketId, firing: toOwedFiring(row) }));
  return { snapshot, due };
}

/** The one clock that leases, due times and decisions are measured by. */
export async function readDatabaseClock(sql: SqlRunner): Promise<Date> {
  const [row] = await sql.$queryRaw<{ now: Date }[]>`SELECT clock_timestamp() AS now`;
  if (!row) throw new Error("database clock: expected one row, found none");
  return row.now;
}

/** Configuration in force at the last look, by project: saves its text and a second statement. */
const lastSeen = new Map<number, { hash: string; config: AutomationsConfig }>();

/** The day of the budget and the counted columns depend on the configuration, which is itself a fact. */
async function readFacts(
  sql: SqlRunner,
  projectId: number,
  options: SnapshotOptions,
): Promise<{ facts: BoardFacts; config: AutomationsConfig }> {
  for (let read = 1; read <= MAX_READS; read += 1) {
    const known = lastSeen.get(projectId) ?? null;
    const answer = await readBoardFacts(sql, {
      projectId,
      knownHash: known?.hash ?? null,
      timeZone: known?.config.timeZone ?? null,
      countedColumns: options.counts === "all" ? null : countedColumns(known?.config),
      costsOf: options.costsOf ?? null,
      maxDueFirings: options.maxDueFirings ?? 0,
      withRecentStarts: options.withRecentStarts ?? false,
    });
    if (answer === undefined) throw new Error(`project ${projectId}: expected a row, found none`);
    const facts = boardFactsSchema.parse(answer);
    const { file } = facts;
    if (file === null) {
      lastSeen.delete(projectId);
      if (known === null) return { facts, config: emptyConfig };
    } else if (file.text === null) {
      if (known !== null) return { facts, config: known.config };
    } else {
      const config = configOf(file.text, file.hash);
      lastSeen.set(projectId, { hash: file.hash, config });
      const isSame =
        config.timeZone === known?.config.timeZone && countedColumns(config).length === 0;
      if (isSame) return { facts, config };
    }
  }
  throw new Error(`project ${projectId}: expected its configuration to stay, found it changing`);
}

/** Columns that some condition counts. */
function countedColumns(config: AutomationsConfig | undefined): string[] {
  return (config?.automations ?? []).flatMap(({ conditions }) =>
    conditions.flatMap((condition) =>
      condition.type === "ticketCountInColumn" || condition.type === "noPendingTickets"
        ? condition.columns
        : [],
    ),
  );
}

function toColumn({ counts, ...column }: BoardFacts["columns"][number]): ColumnFacts {
  return {
    ...column,
    count: counts.reduce((sum, one) => sum + one.count, 0),
    countByAssignee: Object.fromEntries(counts.map((one) => [one.assignee ?? "", one.count])),
  };
}

function toMember(member: BoardFacts["members"][number]): MemberFacts {
  return {
    slug: member.slug,
    kind: member.kind,
    agentType: member.type ?? member.agentType,
    hasSkill: member.hasSkill,
    model: member.model,
    maxTurns: member.maxTurns,
    trust: member.trust,
    isSupervisor: member.isSupervisor,
    heldBy: member.heldBy,
    heldUntil: member.heldUntil,
    recentCostsUsd: member.costs.map(Number),
  };
}
