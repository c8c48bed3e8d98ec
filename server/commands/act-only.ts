import type { ActivityActor } from "#server/contracts/activity.ts";
import type { ActionsRequest } from "#server/core/automation/plan.ts";
import type { Candidate, DispatchSnapshot } from "#server/core/dispatch/snapshot.ts";
import { writeActivity } from "../store/activity.ts";
import type { Tx } from "../store/client.ts";
import { noteData } from "./action-note.ts";
import { noteOutcomes } from "./action-rows.ts";
import { applyActions } from "./apply-actions.ts";

/**
 * An automation without runAgent: it acts once, and again only after somebody else's touch (rule 14).
 * What cannot be part of this transaction is owed as a job, with what follows it.
 */
export async function actOnly(
  tx: Tx,
  by: ActivityActor,
  decided: { snapshot: DispatchSnapshot; candidate: Candidate; request: ActionsRequest },
): Promise<void> {
  const { snapshot, candidate, request } = decided;
  const { project, now } = snapshot;
  const { ticket } = candidate;
  const { automationId, actionsOwed } = request;
  const applied = await applyActions(tx, request.actionsBefore, {
    projectId: project.id,
    ticketId: ticket?.id ?? null,
    automationId,
    now,
  });
  if (actionsOwed.length > 0) {
    await tx.actionJob.create({
      data: {
        projectId: project.id,
        automationId,
        ticketId: ticket?.id ?? null,
        actions: actionsOwed as object[],
        createdAt: now,
      },
    });
  }
  const place = { projectId: project.id, automationId, runId: null, ticket };
  await noteOutcomes(tx, place, applied.notes, now);
  const revision = await writeActivity(tx, {
    projectId: project.id,
    ticket: ticket ? { id: ticket.id, number: ticket.number } : null,
    actor: { ...by, automationId },
    kind:
      applied.changes.length > 0
        ? "ticket_changed"
        : applied.comment === null
          ? "firing_settled"
          : "comment_added",
    data: {
      changes: applied.changes,
      ...(applied.comment === null ? {} : { comment: applied.comment }),
      ...noteData(applied.notes),
    },
  });
  if (candidate.firing === null && ticket !== null) {
    // Remembers that it acted, where a run would be the memory.
    await tx.firing.create({
      data: {
        projectId: project.id,
        automationId,
        ticketId: ticket.id,
        cause: candidate.cause,
        sourceSeq: revision,
        dueAt: now,
        state: "admitted",
        settledAt: now,
      },
    });
  }
}
