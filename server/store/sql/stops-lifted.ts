import { Prisma } from "../generated/client.ts";

export interface StopsToLift {
  ticketId: number;
  /** Absent: of every agent. */
  agent?: string;
  /** When the person said so: what was stopped later is not meant. */
  now: Date;
}

/**
 * `WITH` part `lifted`: the stopped runs of a ticket that no longer hold their agents (rule 3), where
 * `when` holds. An agent may still be on its way out: the person's word came after the stop all the same.
 */
export function stopsLifted(
  { ticketId, agent, now }: StopsToLift,
  when = Prisma.sql`true`,
): Prisma.Sql {
  return Prisma.sql`
    lifted AS (
      UPDATE "Run" SET "isStopLifted" = true
       WHERE "ticketId" = ${ticketId} AND (${agent ?? null}::text IS NULL OR "agent" = ${agent ?? null}::text) AND ${when}
         AND ("outcome" = 'stopped' OR "state" <> 'ended') AND "stopRequestedByKind" = 'person' AND NOT "isStopLifted"
         AND "stopRequestedAt" <= ${now}::timestamptz
      RETURNING "id"
    )`;
}
