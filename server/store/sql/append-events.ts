import type pg from "pg";
import type { Tx } from "../client.ts";
import { Prisma } from "../generated/client.ts";

export interface EventRow {
  at: Date;
  kind: string;
  parent: string | null;
  payload: unknown;
  /** End of the spool line it came from; 0 for events of ours. */
  offset: number;
}

/** Counters of a run that travel with its events; absent = unchanged. */
export interface RunCounters {
  spoolOffset?: number;
  stderrOffset?: number;
  turns?: number;
  contextTokens?: number;
  lastAction?: string;
  cliVersion?: string;
  hasProgress?: boolean;
}

export interface Append {
  runId: string;
  fence: number;
  /** `seq` of the first event, as the single writer knows it: a batch sent again changes nothing. */
  firstSeq: number;
  processNumber: number;
  events: EventRow[];
  counters: RunCounters;
}

/**
 * Inside a transaction, or on its own on a connection of the pool. The second way is what nearly every
 * batch of a run takes: it costs half the CPU time, since nothing goes through Prisma's engine (P-06).
 */
export type AppendTarget = Tx | pg.Pool;

/**
 * Stores a batch and moves the run's counters in ONE statement, so a line is never stored twice and
 * never lost: the offset and the numbers are taken by the same row update that checks the fence and
 * the expected `seq`. Returns false when no row matched: the batch was stored by an earlier try, or the
 * run belongs to somebody else now (see `isBatchStored`).
 */
export async function appendEvents(target: AppendTarget, append: Append): Promise<boolean> {
  const statement = describeAppend(append);
  const rows =
    "$queryRaw" in target
      ? await target.$queryRaw<{ id: string }[]>(statement)
      : (await target.query<{ id: string }>(statement.text, statement.values)).rows;
  return rows.length === 1;
}

function describeAppend(append: Append): Prisma.Sql {
  const { runId, fence, firstSeq, processNumber, events, counters } = append;
  const column = <T>(pick: (event: EventRow) => T) => events.map(pick);
  return Prisma.sql`
    WITH owner AS (
      UPDATE "Run" SET
        "nextSeq" = "nextSeq" + ${events.length},
        "spoolOffset" = COALESCE(${counters.spoolOffset ?? null}::bigint, "spoolOffset"),
        "stderrOffset" = COALESCE(${counters.stderrOffset ?? null}::bigint, "stderrOffset"),
        "turns" = COALESCE(${counters.turns ?? null}::int, "turns"),
        "contextTokens" = COALESCE(${counters.contextTokens ?? null}::int, "contextTokens"),
        "lastAction" = COALESCE(${counters.lastAction ?? null}::text, "lastAction"),
        "lastActionAt" = CASE WHEN ${counters.lastAction ?? null}::text IS NULL THEN "lastActionAt" ELSE clock_timestamp() END,
        "cliVersion" = COALESCE(${counters.cliVersion ?? null}::text, "cliVersion"),
        "hasProgress" = "hasProgress" OR ${counters.hasProgress ?? false}
      WHERE "id" = ${runId} AND "fence" = ${fence} AND "nextSeq" = ${firstSeq} AND "state" <> 'ended'
      RETURNING "id"
    ), stored AS (
      INSERT INTO "RunEvent" ("runId", "seq", "at", "kind", "parent", "payload", "processNumber", "offset")
      SELECT owner."id", ${firstSeq}::int + e.place::int - 1, e."at", e."kind", e."parent", e."payload", ${processNumber}::int, e."offset"
        FROM owner, UNNEST(
          ${column((event) => event.at.toISOString())}::timestamptz[],
          ${column((event) => event.kind)}::text[],
          ${column((event) => event.parent)}::text[],
          ${column((event) => toJsonbText(event.payload))}::jsonb[],
          ${column((event) => event.offset)}::bigint[]
        ) WITH ORDINALITY AS e("at", "kind", "parent", "payload", "offset", place)
    )
    SELECT "id" FROM owner`;
}

/** After a lost connection: whether a batch of `count` events from `firstSeq` on was stored by us. */
export async function isBatchStored(
  tx: Tx,
  batch: { runId: string; fence: number; firstSeq: number; count: number },
): Promise<boolean> {
  if (batch.count === 0) return false;
  const run = await tx.run.findUnique({
    where: { id: batch.runId },
    select: { fence: true, nextSeq: true },
  });
  return run?.fence === batch.fence && run.nextSeq === batch.firstSeq + batch.count;
}

/** Postgres keeps no NUL and no lone surrogate in jsonb: both become visible escapes. */
export function toJsonbText(payload: unknown): string {
  const text = JSON.stringify(payload);
  // Both are escapes in JSON already; nearly no event has one, and the long way costs three times as much.
  if (!text.includes("\\u0000") && !text.includes("\\ud")) return text;
  return JSON.stringify(payload, (_, value: unknown) =>
    typeof value === "string" ? escapeUnstorable(value) : value,
  );
}

function escapeUnstorable(text: string): string {
  const withoutNul = text.includes("\0") ? text.replaceAll("\0", "\\u0000") : text;
  return withoutNul.isWellFormed()
    ? withoutNul
    : withoutNul.replace(
        /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g,
        (unit) => `\\u${unit.charCodeAt(0).toString(16)}`,
      );
}
