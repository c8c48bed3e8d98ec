import type { Tx } from "../store/client.ts";

/** Who brought a ticket to where it is: the newest move, creation or assignment, by whomever. */
export interface LastMover {
  actor: string;
  actorKind: string;
  /** ISO time. */
  at: string;
}

const kinds = ["ticket_created", "ticket_moved", "ticket_restored", "ticket_changed"] as const;

/** null when the ticket has no such activity (its project was restored without its log). */
export async function readLastMover(tx: Tx, ticketId: number): Promise<LastMover | null> {
  const row = await tx.activity.findFirst({
    where: { ticketId, kind: { in: [...kinds] } },
    orderBy: { revision: "desc" },
    select: { actor: true, actorKind: true, at: true },
  });
  return row && { actor: row.actor, actorKind: row.actorKind, at: row.at.toISOString() };
}
