import type { RunSummary } from "#server/contracts/run.ts";
import type { PermissionLevel, RunOutcome, RunState, Verdict } from "#server/contracts/words.ts";
import type { Prisma } from "../store/generated/client.ts";

export const runInclude = {
  project: { select: { slug: true } },
  ticket: { select: { number: true, title: true } },
} satisfies Prisma.RunInclude;

export type RunRow = Prisma.RunGetPayload<{ include: typeof runInclude }>;

/** Row → what lists and headers show. */
export function toRunSummary(run: RunRow): RunSummary {
  const outcome = run.outcome as RunOutcome | null;
  return {
    id: run.id,
    runId: run.id,
    project: run.project.slug,
    ticket: run.ticket?.number ?? null,
    ticketId: run.ticket?.number ?? null,
    ticketTitle: run.ticket?.title ?? null,
    agent: run.agent,
    agentName: run.agent,
    skillFile: run.skillFile,
    concurrencyGroup: run.groupName,
    sessionId: run.sessionId,
    status: statusWord(run.state as RunState, outcome),
    state: run.state as RunState,
    outcome,
    verdict: run.verdict as Verdict | null,
    costUsd: Number(run.costUsd),
    isCostEstimated: run.isCostEstimated,
    turns: run.turns,
    lastAction: run.lastAction,
    attempt: run.attempt,
    previousRunId: run.previousRunId,
    automation: run.automationId,
    model: run.model,
    isDemo: run.isDemo,
    permissionLevel: run.permissionLevel as PermissionLevel,
    createdAt: run.createdAt.toISOString(),
    startedAt: run.startedAt?.toISOString() ?? null,
    endedAt: run.endedAt?.toISOString() ?? null,
    stopRequestedAt: run.stopRequestedAt?.toISOString() ?? null,
    stoppedBy: run.outcome === "stopped" ? run.stopRequestedBy : null,
  };
}

/** Existing boards' four words (rule 37). */
function statusWord(state: RunState, outcome: RunOutcome | null): RunSummary["status"] {
  if (state !== "ended") return "Running";
  if (outcome === "completed") return "Completed";
  return outcome === "stopped" ? "Stopped" : "Failed";
}
