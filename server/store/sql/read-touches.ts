import type { Tx } from "../client.ts";
import { Prisma } from "../generated/client.ts";

export interface Touch {
  ticketId: number;
  actorKind: string;
  actor: string;
  automationId: string | null;
  revision: bigint;
}

/** Kinds that change what a ticket asks for; a run's own book-keeping does not (rule 14). */
const contentKinds = [
  "ticket_created",
  "ticket_changed",
  "ticket_moved",
  "ticket_deleted",
  "ticket_restored",
  "comment_added",
  "comment_edited",
  "stop_lifted",
  "run_message",
];

/**
 * Newest revision per ticket and actor of what happened to it, its children and its blockers. One row
 * per (ticket, actor, automation), so its size follows the number of actors, not of events. Rows of a
 * run (`run_admitted`, `run_ended`) count only when they changed the ticket.
 */
export async function readTouches(tx: Tx, ticketIds: number[]): Promise<Touch[]> {
  if (ticketIds.length === 0) return [];
  return tx.$queryRaw<Touch[]>(Prisma.sql`
    WITH source AS (
      SELECT "id" AS root, "id" AS ticket FROM "Ticket" WHERE "id" = ANY(${ticketIds}::int[])
      UNION SELECT "parentId", "id" FROM "Ticket" WHERE "parentId" = ANY(${ticketIds}::int[])
      UNION SELECT "ticketId", "blockerId" FROM "TicketBlocker" WHERE "ticketId" = ANY(${ticketIds}::int[])
    )
    SELECT source.root AS "ticketId", a."actorKind", a."actor", a."automationId", MAX(a."revision") AS revision
      FROM source JOIN "Activity" a ON a."ticketId" = source.ticket
     WHERE a."actorKind" <> 'system'
       AND (a."kind" = ANY(${contentKinds}::text[])
            OR (a."kind" IN ('run_admitted', 'run_ended') AND jsonb_array_length(COALESCE(a."data"->'changes', '[]'::jsonb)) > 0))
     GROUP BY source.root, a."actorKind", a."actor", a."automationId"`);
}
