import { isLive } from "#server/core/automation/automation.ts";
import type { Automation, AutomationsConfig } from "#server/core/automation/automation.ts";
import { closingReason } from "#server/core/dispatch/closing.ts";
import { decide } from "#server/core/dispatch/decide.ts";
import type { Candidate, DispatchSnapshot } from "#server/core/dispatch/snapshot.ts";
import { admitRun } from "../commands/admit-run.ts";
import { causeOf } from "../commands/cause-of.ts";
import { closeFiring } from "../commands/close-firing.ts";
import { readDueFirings, readLevelCandidates } from "../queries/candidates.ts";
import { readDispatchSnapshot } from "../queries/dispatch-snapshot.ts";
import type { WorkerContext } from "./context.ts";
import { readLastMover } from "../queries/last-mover.ts";
import { pollEvents } from "./poll-events.ts";

export interface Evaluation {
  admitted: number;
  /** Numbers of tickets that wait now. */
  waiting: number[];
}

/**
 * One look at one project: poll the event triggers of the automations that are due, decide about their
 * tickets and about every owed firing, and admit what may start. Every admission judges again under
 * locks, so several workers doing this at once break no limit.
 */
export async function evaluateProject(
  context: WorkerContext,
  projectId: number,
  isDue: (automation: Automation) => boolean,
  config: AutomationsConfig,
): Promise<Evaluation> {
  const { database } = context;
  const due = config.automations.filter((automation) => isLive(automation) && isDue(automation));
  await pollEvents(database, projectId, due);
  const snapshot = await readDispatchSnapshot(database.prisma, projectId);
  const owed = await readDueFirings(database.prisma, snapshot);
  // A retry or wake that is due speaks for its automation: it carries what the earlier run was asked.
  const isOwed = (candidate: Candidate): boolean =>
    owed.some(
      (one) =>
        one.ticket?.id === candidate.ticket?.id && one.automationId === candidate.automationId,
    );
  const level = await readLevelCandidates(database.prisma, snapshot, due);
  const candidates = [...owed, ...level.filter((candidate) => !isOwed(candidate))];
  if (candidates.length === 0) return { admitted: 0, waiting: [] };

  const decision = decide(snapshot, candidates);
  let admitted = 0;
  for (const { candidate, request } of decision.admissions) {
    const admission = await admitRun(database, {
      projectId,
      candidate,
      request,
      actor: actorOf(candidate),
      cause: causeOf(candidate, snapshot, await moverOf(database, candidate)),
      previousRunId: previousOf(candidate),
    });
    if (admission.kind === "admitted") admitted += 1;
    context.log.info(
      {
        project: snapshot.project.slug,
        ticket: candidate.ticket?.number ?? null,
        automation: candidate.automationId,
        admission: admission.kind,
        ...(admission.kind === "admitted" ? { run: admission.runId } : {}),
        ...(admission.kind === "refused" ? { gate: admission.refusal.code } : {}),
      },
      "admission",
    );
  }
  await closeRefused(context, snapshot, decision.refusals);
  const waiting = decision.refusals.flatMap(({ candidate }) => candidate.ticket?.number ?? []);
  return { admitted, waiting: [...new Set(waiting)] };
}

async function closeRefused(
  context: WorkerContext,
  snapshot: DispatchSnapshot,
  refusals: ReturnType<typeof decide>["refusals"],
): Promise<void> {
  for (const { candidate, gates } of refusals) {
    if (candidate.firing === null) continue;
    const reason = closingReason(gates);
    if (reason === null) continue;
    await closeFiring(context.database, {
      projectId: snapshot.project.id,
      firingId: candidate.firing.id,
      ticket: candidate.ticket,
      reason,
      now: snapshot.now,
    });
  }
}

/** Only a level trigger's start is caused by whoever put the ticket there. */
function moverOf(database: WorkerContext["database"], { firing, ticket }: Candidate) {
  if (firing !== null || ticket === null) return Promise.resolve(null);
  return readLastMover(database.prisma, ticket.id);
}

function actorOf(candidate: Candidate) {
  const requestedBy = candidate.firing?.requestedBy ?? null;
  if (requestedBy !== null) {
    return { kind: "person" as const, slug: requestedBy, runId: null, automationId: null };
  }
  const { automationId } = candidate;
  if (automationId === null) {
    return { kind: "system" as const, slug: "system", runId: null, automationId: null };
  }
  return { kind: "automation" as const, slug: automationId, runId: null, automationId };
}

/** The run a retry, wake or answer goes on with. */
function previousOf(candidate: Candidate): string | null {
  const previous = candidate.firing?.payload["previousRunId"];
  return typeof previous === "string" ? previous : null;
}
