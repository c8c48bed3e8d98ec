import type { Actor } from "#server/contracts/actor.ts";
import { Failure } from "#server/contracts/failure.ts";
import { findTicket } from "#server/queries/find-project.ts";
import type { Database } from "#server/store/client.ts";

interface DraftInput {
  projectId: number;
  number: number;
}

/**
 * Keeps a person's unsaved title and description. While it is younger than two minutes no run starts on
 * the ticket (`BEING_EDITED`). A draft is no change of the board: it writes no activity.
 */
export async function saveDraft(
  database: Database,
  actor: Actor,
  input: DraftInput & { title?: string | null; description?: string | null; baseRevision: number },
  now: Date,
): Promise<void> {
  const userId = userOf(actor);
  const ticket = await findTicket(database, input.projectId, input.number);
  const text = {
    title: input.title ?? null,
    description: input.description ?? null,
    baseRevision: input.baseRevision,
    updatedAt: now,
  };
  await database.prisma.ticketDraft.upsert({
    where: { ticketId_userId: { ticketId: ticket.id, userId } },
    create: { ticketId: ticket.id, userId, ...text },
    update: text,
  });
}

/** Throws a person's draft away; none is no error. */
export async function discardDraft(
  database: Database,
  actor: Actor,
  input: DraftInput,
): Promise<void> {
  const userId = userOf(actor);
  const ticket = await findTicket(database, input.projectId, input.number);
  await database.prisma.ticketDraft.deleteMany({ where: { ticketId: ticket.id, userId } });
}

function userOf(actor: Actor): number {
  if (actor.kind !== "person") throw new Failure(403, "NOT_FOR_AGENTS", "drafts belong to people");
  return actor.userId;
}
