import { automationRowSchema } from "#server/contracts/automation.ts";
import type { AutomationRow, DisabledAutomation } from "#server/contracts/automation.ts";
import type { Automation, AutomationsConfig } from "#server/core/automation/automation.ts";
import { isLive } from "#server/core/automation/automation.ts";
import { describeAutomation, firstAgent } from "#server/core/automation/describe.ts";
import type { ReaderLocale } from "#server/lib/reader-locale.ts";
import type { Database } from "#server/store/client.ts";
import { readOwedWithoutTicket } from "./owed-without-ticket.ts";

const WEEK_MS = 7 * 24 * 3_600_000;

/** The rows of the Automations page, in file order: as many reads, whatever their number. */
export async function readAutomationRows(
  database: Database,
  projectId: number,
  config: AutomationsConfig,
  disabled: DisabledAutomation[],
  now: Date,
  locale: ReaderLocale,
): Promise<AutomationRow[]> {
  const { prisma } = database;
  const weekAgo = new Date(now.getTime() - WEEK_MS);
  const ids = config.automations.map((automation) => automation.id);
  const where = { projectId, automationId: { in: ids } };
  const [states, sums, newest] = await Promise.all([
    prisma.automationState.findMany({ where: { projectId } }),
    prisma.run.groupBy({
      by: ["automationId"],
      where: { ...where, createdAt: { gte: weekAgo } },
      _count: { _all: true },
      _sum: { costUsd: true },
    }),
    prisma.run.findMany({
      where,
      distinct: ["automationId"],
      orderBy: [{ automationId: "asc" }, { createdAt: "desc" }],
      select: {
        id: true,
        automationId: true,
        createdAt: true,
        outcome: true,
        ticket: { select: { number: true } },
      },
    }),
  ]);
  const owed = await readOwedWithoutTicket(database, projectId, now);
  const since = await readStartsAfter(database, projectId, states);
  const stateOf = new Map(states.map((state) => [state.automationId, state]));
  const sumOf = new Map(sums.map((sum) => [sum.automationId, sum]));
  const runOf = new Map(newest.map((run) => [run.automationId, run]));
  return config.automations.map((automation) => {
    const state = stateOf.get(automation.id);
    const run = runOf.get(automation.id);
    const sum = sumOf.get(automation.id);
    const waits = owed.get(automation.id);
    return {
      id: automation.id,
      name: automation.name,
      enabled: automation.enabled,
      sentence: describeAutomation(automation, locale),
      triggerType: declaredType(automation),
      agent: firstAgent(automation),
      disabled: disabled.find((one) => one.id === automation.id) ?? null,
      heldBy: state?.heldBy ?? null,
      heldUntil: state?.heldUntil?.toISOString() ?? null,
      lastFiring: run
        ? {
            at: run.createdAt.toISOString(),
            ticket: run.ticket?.number ?? null,
            runId: run.id,
            outcome: run.outcome,
          }
        : null,
      nextAt: nextLook(automation, state ?? null, now)?.toISOString() ?? null,
      startsAfterAt: since.get(automation.id)?.toISOString() ?? null,
      problem: isLive(automation) ? problemOf(state?.lastError) : null,
      notice: noticeOf(state?.edge),
      owed: waits
        ? {
            since: waits.since.toISOString(),
            code: waits.code,
            sentence: waits.sentence,
            canTryAgain: waits.isFailing,
          }
        : null,
      starts: sum?._count._all ?? 0,
      costUsd: Number(sum?._sum.costUsd ?? 0),
    };
  });
}

/** Why its last look failed; null = it worked, or what is stored is none of it. */
export function problemOf(stored: unknown): AutomationRow["problem"] {
  return automationRowSchema.shape.problem.safeParse(stored ?? null).data ?? null;
}

/** What a trigger remembers may hold something that people should know of. */
function noticeOf(memory: unknown): AutomationRow["notice"] {
  const { notice } = (memory ?? {}) as { notice?: unknown };
  return automationRowSchema.shape.notice.safeParse(notice ?? null).data ?? null;
}

/** When "only tickets that enter from now on" was said, by automation. */
async function readStartsAfter(
  { prisma }: Database,
  projectId: number,
  states: readonly { automationId: string; startsAfter: bigint | null }[],
): Promise<Map<string, Date>> {
  const revisions = states.flatMap(({ startsAfter }) => startsAfter ?? []);
  if (revisions.length === 0) return new Map();
  const rows = await prisma.activity.findMany({
    where: { projectId, revision: { in: revisions } },
    select: { revision: true, at: true },
  });
  const atOf = new Map(rows.map(({ revision, at }) => [revision, at]));
  return new Map(
    states.flatMap(({ automationId, startsAfter }) => {
      const at = startsAfter === null ? undefined : atOf.get(startsAfter);
      return at === undefined ? [] : [[automationId, at]];
    }),
  );
}

function declaredType({ trigger }: Automation): string {
  return trigger.type === "invalid" ? (trigger.declaredType ?? "invalid") : trigger.type;
}

type State = { nextRunAt: Date | null; heldBy: string | null };

/** When a clock fires next; null while it is off, and for rules that follow the board. */
function nextLook(automation: Automation, state: State | null, now: Date): Date | null {
  if (!isLive(automation) || state?.heldBy || automation.trigger.type !== "interval") return null;
  if (!state?.nextRunAt) return null;
  return state.nextRunAt < now ? now : state.nextRunAt;
}
