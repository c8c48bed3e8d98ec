import type { SqlRunner } from "../store/sql-runner.ts";

/** Who brought a ticket to where it is: the newest move, creation or assignment, by whomever. */
export interface LastMover {
  actor: string;
  actorKind: string;
  /** ISO time. */
  at: string;
}

const kinds = ["ticket_created", "ticket_moved", "ticket_restored", "ticket_changed"];

/** By ticket id, in one statement; absent without such an activity (a project restored without its log). */
export async function readLastMovers(
  sql: SqlRunner,
  ticketIds: number[],
): Promise<Map<number, LastMover>> {
  if (ticketIds.length === 0) return new Map();
  const rows = await sql.$queryRaw<
    { ticketId: number; actor: string; actorKind: string; at: Date }[]
  >`
    SELECT asked."ticketId", a."actor", a."actorKind", a."at"
      FROM UNNEST(${ticketIds}::int[]) AS asked("ticketId") CROSS JOIN LATERAL (
        SELECT "actor", "actorKind", "at" FROM "Activity"
         WHERE "ticketId" = asked."ticketId" AND "kind" = ANY(${kinds}::text[]) ORDER BY "revision" DESC LIMIT 1) a`;
  return new Map(
    rows.map(({ ticketId, actor, actorKind, at }) => [
      ticketId,
      { actor, actorKind, at: at.toISOString() },
    ]),
  );
}
