import type { SqlRunner } from "../sql-runner.ts";

/** How far back from a run's end its notes are looked for: a run that has none must not be read whole. */
const LOOK_BACK_EVENTS = 5_000;

export interface LatestNote {
  runId: string;
  kind: "todo" | "rate_limit";
  at: Date;
  payload: unknown;
}

/**
 * The newest checklist and the newest word of the provider about its windows of each run, where it has
 * one among its last events. One statement for all runs.
 *
 * Locks nothing. The range of `seq` keeps it on the primary key; without it a run of 200,000 events
 * without a checklist is read from end to start at every look.
 */
export async function readLatestNotes(
  sql: SqlRunner,
  runIds: readonly string[],
): Promise<LatestNote[]> {
  if (runIds.length === 0) return [];
  return sql.$queryRaw<LatestNote[]>`
    SELECT r."id" AS "runId", note."kind", note."at", note."payload"
      FROM "Run" r CROSS JOIN LATERAL (
        SELECT DISTINCT ON (e."kind") e."kind", e."at", e."payload" FROM "RunEvent" e
         WHERE e."runId" = r."id" AND e."seq" >= r."nextSeq" - ${LOOK_BACK_EVENTS}
           AND e."kind" IN ('todo', 'rate_limit')
         ORDER BY e."kind", e."seq" DESC
      ) note
     WHERE r."id" = ANY(${[...runIds]}::text[])`;
}
