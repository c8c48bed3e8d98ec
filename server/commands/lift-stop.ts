import type { Actor } from "#server/contracts/actor.ts";
import { isStartingColumn } from "../queries/starting-columns.ts";
import type { Tx } from "../store/client.ts";

export interface MoveThatMayLift {
  ticketId: number;
  actor: Actor;
  /** Name of the column the ticket was moved to, which an automation may select. */
  toColumn: string;
  now: Date;
}

/**
 * A person who drags a ticket into a column after a stop lifts STOPPED_BY_PERSON for its agents
 * (rule 3): every stopped run that ended, or was told to stop, before `now`. Only a move into a column
 * that can start something counts, so callers pass each move and this function decides. Writes no
 * activity: the move's own row tells it.
 */
export async function liftStopOnMove(tx: Tx, move: MoveThatMayLift): Promise<void> {
  if (move.actor.kind !== "person") return;
  const ticket = await tx.ticket.findUnique({
    where: { id: move.ticketId },
    select: { projectId: true },
  });
  if (!ticket) return;
  if (!(await isStartingColumn(tx, ticket.projectId, move.toColumn))) return;
  await liftStops(tx, { ticketId: move.ticketId, now: move.now });
}

/** Marks stopped runs of the ticket (of one agent, when given) as lifted; returns how many. */
export async function liftStops(
  tx: Tx,
  what: { ticketId: number; agent?: string; now: Date },
): Promise<number> {
  const { count } = await tx.run.updateMany({
    where: {
      ticketId: what.ticketId,
      ...(what.agent === undefined ? {} : { agent: what.agent }),
      // The agent may still be on its way out: the person's word came after the stop all the same.
      OR: [{ outcome: "stopped" }, { state: { not: "ended" } }],
      stopRequestedByKind: "person",
      isStopLifted: false,
      stopRequestedAt: { lte: what.now },
    },
    data: { isStopLifted: true },
  });
  return count;
}
