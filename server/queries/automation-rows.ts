import type { AutomationRow, DisabledAutomation } from "#server/contracts/automation.ts";
import type { Automation, AutomationsConfig } from "#server/core/automation/automation.ts";
import { isLive } from "#server/core/automation/automation.ts";
import { describeAutomation, firstAgent } from "#server/core/automation/describe.ts";
import type { ReaderLocale } from "#server/lib/reader-locale.ts";
import type { Database } from "#server/store/client.ts";

const WEEK_MS = 7 * 24 * 3_600_000;

/** The rows of the Automations page, in file order: four reads, whatever their number. */
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
  const since = await readStartsAfter(database, projectId, states);
  const stateOf = new Map(states.map((state) => [state.automationId, state]));
  const sumOf = new Map(sums.map((sum) => [sum.automationId, sum]));
  const runOf = new Map(newest.map((run) => [run.automationId, run]));
  return config.automations.map((automation) => {
    const state = stateOf.get(automation.id);
    const run = runOf.get(automation.id);
    const sum = sumOf.get(automation.id);
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
      starts: sum?._count._all ?? 0,
      costUsd: Number(sum?._sum.costUsd ?? 0),
    };
  });
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
