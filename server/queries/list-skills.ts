import type { AgentSummary, FrontMatter } from "#server/contracts/skill.ts";
import { isLive } from "#server/core/automation/automation.ts";
import { describeAutomation, firstAgent } from "#server/core/automation/describe.ts";
import type { ReaderLocale } from "#server/lib/reader-locale.ts";
import type { Database } from "#server/store/client.ts";
import { readLiveAutomations } from "./automations.ts";

type ProjectLevel = { id: number; permissionLevel: string };

/** Runs that say something about the agent, not about a person who stopped it or a provider's limit. */
const countedOutcomes = [
  "completed",
  "failed",
  "max_turns",
  "budget_exceeded",
  "timed_out",
  "stalled",
];

/** GET P/skills: every agent that has a skill, by name, with its record; a fixed number of reads. */
export async function listSkills(
  database: Database,
  project: ProjectLevel,
  locale: ReaderLocale = "en",
): Promise<AgentSummary[]> {
  const { prisma } = database;
  const projectId = project.id;
  const [skills, members, runs, sessions, config] = await Promise.all([
    prisma.skill.findMany({ where: { projectId }, orderBy: { agent: "asc" } }),
    prisma.member.findMany({ where: { projectId, kind: "agent" } }),
    prisma.run.groupBy({
      by: ["agent", "outcome"],
      where: { projectId },
      _count: { _all: true },
      _sum: { costUsd: true },
      _max: { createdAt: true },
    }),
    readOpenSessions(database, projectId),
    readLiveAutomations(database, projectId),
  ]);
  const memberOf = new Map(members.map((member) => [member.slug, member]));
  return skills.map((skill) => {
    const member = memberOf.get(skill.agent);
    const matter = skill.frontMatter as FrontMatter;
    const own = runs.filter((row) => row.agent === skill.agent);
    const count = (rows: typeof own) => rows.reduce((sum, row) => sum + row._count._all, 0);
    const total = count(own);
    const counted = count(own.filter((row) => countedOutcomes.includes(row.outcome ?? "")));
    const good = count(own.filter((row) => row.outcome === "completed"));
    const costUsd = own.reduce((sum, row) => sum + Number(row._sum.costUsd ?? 0), 0);
    const newest = own.map((row) => row._max.createdAt?.getTime() ?? 0);
    return {
      agent: skill.agent,
      name: member?.name ?? skill.agent,
      type: member?.agentType ?? null,
      path: skill.path,
      version: skill.version,
      isHeld: member?.heldBy != null,
      model: matter.model ?? null,
      level: matter.trust ?? project.permissionLevel,
      lastRunAt: newest.length > 0 ? new Date(Math.max(...newest)).toISOString() : null,
      runs: total,
      successRate: counted > 0 ? good / counted : null,
      averageCostUsd: total > 0 ? costUsd / total : null,
      startsWhen: config.automations
        .filter(
          (automation) => isLive(automation) && startsAgent(firstAgent(automation), skill.agent),
        )
        .map((automation) => describeAutomation(automation, locale)),
      openSessions: sessions.get(skill.agent) ?? 0,
    };
  });
}

function startsAgent(named: string | null, agent: string): boolean {
  return named === agent || named === "{assignee}";
}

/** Sessions of tickets that are not finished, by agent: those that a changed skill concerns (ux 13). */
async function readOpenSessions(
  database: Database,
  projectId: number,
): Promise<Map<string, number>> {
  const rows = await database.prisma.$queryRaw<{ agent: string; count: number }[]>`
    SELECT s."agent", COUNT(*)::int AS "count"
    FROM "AgentSession" s
    JOIN "Ticket" t ON t."id" = s."ticketId" AND t."deletedAt" IS NULL
    JOIN "BoardColumn" c ON c."id" = t."columnId" AND c."role" <> 'done'
    WHERE s."projectId" = ${projectId} AND s."isStarted"
    GROUP BY s."agent"`;
  return new Map(rows.map((row) => [row.agent, row.count]));
}
