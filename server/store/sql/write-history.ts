import { notifyChannel } from "#server/contracts/live.ts";
import type { ActivityKind } from "#server/contracts/activity.ts";
import type { Tx } from "../client.ts";
import { toJsonbText } from "./append-events.ts";

/** One entry of the log that tells of the past: it keeps the time at which it happened. */
export interface HistoryRow {
  ticketId: number;
  ticketNumber: number;
  at: Date;
  actorKind: string;
  actor: string;
  kind: ActivityKind;
  data: Record<string, unknown>;
}

/**
 * Writes many rows of the activity log in the order given, with one revision each and no gap; the
 * project's revision row is the transaction's last lock (rule 8). For history that comes from elsewhere:
 * a transaction that changes the board by itself writes one row (see `writeActivity`). Returns the newest
 * revision.
 */
export async function writeHistory(tx: Tx, projectId: number, rows: HistoryRow[]): Promise<number> {
  const column = <T>(pick: (row: HistoryRow) => T): T[] => rows.map(pick);
  const [taken] = await tx.$queryRaw<{ revision: bigint }[]>`
    WITH taken AS (
      UPDATE "ProjectRevision" SET "revision" = "revision" + ${rows.length}
       WHERE "projectId" = ${projectId} RETURNING "revision"
    ), written AS (
      INSERT INTO "Activity" ("projectId", "revision", "ticketId", "ticketNumber", "at", "actorKind", "actor", "kind", "data")
      SELECT ${projectId}::int, taken."revision" - ${rows.length}::int + h.place, h."ticketId", h."ticketNumber", h."at",
             h."actorKind", h."actor", h."kind", h."data"
        FROM taken, UNNEST(
          ${column((row) => row.ticketId)}::int[],
          ${column((row) => row.ticketNumber)}::int[],
          ${column((row) => row.at.toISOString())}::timestamptz[],
          ${column((row) => row.actorKind)}::text[],
          ${column((row) => row.actor)}::text[],
          ${column((row) => row.kind)}::text[],
          ${column((row) => toJsonbText(row.data))}::jsonb[]
        ) WITH ORDINALITY AS h("ticketId", "ticketNumber", "at", "actorKind", "actor", "kind", "data", place)
    )
    SELECT "revision", pg_notify(${notifyChannel}, ${`${projectId}:`}::text || "revision")::text AS told FROM taken`;
  if (!taken) throw new Error(`project ${projectId}: expected its revision row, found none`);
  return Number(taken.revision);
}
