import type { DispatchSnapshot, MemberFacts } from "#server/core/dispatch/snapshot.ts";
import type { FrontMatter } from "#server/contracts/skill.ts";
import type { ColumnRole, PermissionLevel, RunState } from "#server/contracts/words.ts";
import type { Tx } from "../store/client.ts";
import { readRecentCosts } from "../store/sql/read-recent-costs.ts";
import { readSpending } from "../store/sql/read-spending.ts";
import { readLiveAutomations } from "./automations.ts";
import { defaultBudgetUsd } from "./default-budget.ts";
import { readMachine } from "./machine.ts";
import { describeWorkspaceProblem } from "./workspace-problem.ts";

/** Share of the cap that supervisors may use when the file names no amount (rule 4). */
const SUPERVISOR_SHARE = 0.2;

/**
 * Everything a decision about one project sees, by indexed queries. With a transaction whose locks are
 * held it reads the locked rows in new statements (rule 8); without, it is advice. `now` is the
 * database's clock.
 */
export async function readDispatchSnapshot(tx: Tx, projectId: number): Promise<DispatchSnapshot> {
  const now = await readDatabaseClock(tx);
  // One after the other: a transaction has one connection.
  const installation = await tx.installation.findFirst({ select: { isPaused: true } });
  const project = await tx.project.findUniqueOrThrow({ where: { id: projectId } });
  const config = await readLiveAutomations(tx, projectId);
  const members = await readMembers(tx, projectId);
  const supervisors = Object.values(members).filter((member) => member.isSupervisor);
  const states = await tx.automationState.findMany({ where: { projectId } });
  const supervisorSlugs = supervisors.map((member) => member.slug);
  const spending = await readSpending(tx, projectId, supervisorSlugs, now, config.timeZone ?? null);
  const capUsd = config.dailyBudgetUsd === undefined ? defaultBudgetUsd() : config.dailyBudgetUsd;
  return {
    now,
    project: {
      id: project.id,
      slug: project.slug,
      isPaused: project.isPaused,
      pausedBy: project.pausedBy,
      isEverythingPaused: installation?.isPaused ?? false,
      isDemo: project.isDemo,
      isImported: project.isImported,
      permissionLevel: project.permissionLevel as PermissionLevel,
      timeZone: config.timeZone ?? project.timeZone,
      isolation: project.isolation as "workspace" | "worktree",
      workspaceProblem: await describeWorkspaceProblem(project.workspaceRealPath),
    },
    config,
    columns: await readColumns(tx, projectId),
    members,
    automationStates: Object.fromEntries(
      states.map((state) => [
        state.automationId,
        {
          triggerType: state.triggerType,
          isEnabled: state.isEnabled,
          cursor: Number(state.cursor),
          lastPolledAt: state.lastPolledAt,
          startsAfter: state.startsAfter === null ? null : Number(state.startsAfter),
          heldBy: state.heldBy,
          heldUntil: state.heldUntil,
        },
      ]),
    ),
    activeRuns: await readActiveRuns(tx, projectId),
    slots: await readSlots(tx),
    budget: {
      capUsd,
      spentUsd: Number(spending.spentUsd),
      reservedUsd: Number(spending.reservedUsd),
      supervisorCapUsd: config.supervisorBudgetUsd ?? (capUsd ?? 0) * SUPERVISOR_SHARE,
      supervisorSpentUsd: Number(spending.supervisorSpentUsd),
    },
    machine: await readMachine(tx, project.isDemo, now),
  };
}

/** The one clock that leases, due times and decisions are measured by. */
export async function readDatabaseClock(tx: Tx): Promise<Date> {
  const [row] = await tx.$queryRaw<{ now: Date }[]>`SELECT clock_timestamp() AS now`;
  if (!row) throw new Error("database clock: expected one row, found none");
  return row.now;
}

async function readColumns(tx: Tx, projectId: number): Promise<DispatchSnapshot["columns"]> {
  const columns = await tx.boardColumn.findMany({
    where: { projectId },
    orderBy: { position: "asc" },
  });
  const counts = await tx.ticket.groupBy({
    by: ["columnId"],
    where: { projectId, deletedAt: null },
    _count: { _all: true },
  });
  const countOf = new Map(counts.map((row) => [row.columnId, row._count._all]));
  return columns.map((column) => ({
    id: column.id,
    name: column.name,
    role: column.role as ColumnRole,
    isManualSort: column.sort === "manual",
    wipLimit: column.wipLimit,
    wipHard: column.wipHard,
    count: countOf.get(column.id) ?? 0,
  }));
}

async function readMembers(tx: Tx, projectId: number): Promise<Record<string, MemberFacts>> {
  const members = await tx.member.findMany({ where: { projectId, removedAt: null } });
  const skills = await tx.skill.findMany({
    where: { projectId },
    select: { agent: true, frontMatter: true },
  });
  const costs = await readRecentCosts(tx, projectId);
  const skillOf = new Map(skills.map((skill) => [skill.agent, skill.frontMatter as FrontMatter]));
  return Object.fromEntries(
    members.map((member) => {
      const skill = skillOf.get(member.slug);
      const facts: MemberFacts = {
        slug: member.slug,
        kind: member.kind === "person" ? "person" : "agent",
        agentType: skill?.type ?? member.agentType,
        hasSkill: skill !== undefined,
        model: skill?.model ?? null,
        maxTurns: skill?.maxTurns ?? null,
        trust: skill?.trust ?? null,
        isSupervisor: skill?.supervisor ?? false,
        heldBy: member.heldBy,
        heldUntil: member.heldUntil,
        recentCostsUsd: costs.get(member.slug) ?? [],
      };
      return [member.slug, facts];
    }),
  );
}

async function readActiveRuns(tx: Tx, projectId: number): Promise<DispatchSnapshot["activeRuns"]> {
  const runs = await tx.run.findMany({
    where: { projectId, state: { not: "ended" } },
    select: {
      id: true,
      agent: true,
      ticketId: true,
      ticket: { select: { number: true } },
      automationId: true,
      groupName: true,
      exclusions: true,
      state: true,
      createdAt: true,
      startedAt: true,
    },
    orderBy: { createdAt: "asc" },
  });
  return runs.map((run) => ({
    id: run.id,
    agent: run.agent,
    ticketId: run.ticketId,
    ticketNumber: run.ticket?.number ?? null,
    automationId: run.automationId,
    group: run.groupName,
    exclusions: run.exclusions,
    state: run.state as RunState,
    startedAt: run.startedAt ?? run.createdAt,
  }));
}

async function readSlots(tx: Tx): Promise<DispatchSnapshot["slots"]> {
  const pool = await tx.slotPool.findFirst({ select: { capacity: true } });
  const active = await tx.run.count({ where: { state: { not: "ended" } } });
  return { capacity: pool?.capacity ?? 0, active };
}
