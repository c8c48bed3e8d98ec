import type { Actor } from "#server/contracts/actor.ts";
import { Failure } from "#server/contracts/failure.ts";
import { readRevision } from "#server/queries/board.ts";
import { findTicket } from "#server/queries/find-project.ts";
import type { Database } from "#server/store/client.ts";
import { closeMentions } from "./mentions.ts";

/**
 * Notes that a person has a ticket open: everything up to the project's newest revision is read, and
 * that revision is returned, and who called this person there has been heard. A mark never moves back. It is no change of the board: it writes no
 * activity.
 */
export async function markTicketRead(
  database: Database,
  actor: Actor,
  input: { projectId: number; number: number },
  now: Date,
): Promise<{ revision: number }> {
  if (actor.kind !== "person") throw new Failure(403, "NOT_FOR_AGENTS", "only people read");
  const ticket = await findTicket(database, input.projectId, input.number, { withDeleted: true });
  const revision = await readRevision(database, input.projectId);
  await database.prisma.$executeRaw`
    INSERT INTO "TicketRead" ("ticketId", "userId", "revision", "readAt")
    VALUES (${ticket.id}, ${actor.userId}, ${revision}, ${now})
    ON CONFLICT ("ticketId", "userId") DO UPDATE SET "revision" = excluded."revision", "readAt" = excluded."readAt"
      WHERE "TicketRead"."revision" < excluded."revision"`;
  const mine = { ticketId: ticket.id, addressee: actor.slug };
  await closeMentions(database.prisma, actor, mine, now);
  return { revision };
}
