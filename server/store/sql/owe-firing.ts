import type { Tx } from "../client.ts";
import { Prisma } from "../generated/client.ts";

export interface OwedFiring {
  projectId: number;
  automationId: string | null;
  ticketId: number | null;
  agent: string | null;
  cause: string;
  sourceSeq: number | null;
  /** `now`: at once, by the database's clock, which every due time is compared with. */
  dueAt: Date | "now";
  payload: Record<string, unknown>;
  requestedBy: string | null;
  failures: number;
}

/**
 * Stores that a run is owed. A second one of the same kind merges into the first: lists in the payload
 * are joined, other keys replaced, the earlier due time kept (rule 1). The partial unique indexes on
 * owed firings decide, so two pollers cannot owe twice. Returns the row's id.
 */
export async function oweFiring(tx: Tx, firing: OwedFiring): Promise<number> {
  const target =
    firing.cause === "trigger"
      ? Prisma.sql`("projectId", "automationId", (COALESCE("ticketId", 0))) WHERE "state" = 'owed' AND "cause" = 'trigger'`
      : Prisma.sql`("projectId", "cause", "agent", (COALESCE("ticketId", 0))) WHERE "state" = 'owed' AND "cause" <> 'trigger'`;
  const rows = await tx.$queryRaw<{ id: bigint }[]>(Prisma.sql`
    INSERT INTO "Firing" ("projectId", "automationId", "ticketId", "agent", "cause", "sourceSeq", "dueAt", "payload", "requestedBy", "failures")
    VALUES (${firing.projectId}, ${firing.automationId}, ${firing.ticketId}, ${firing.agent}, ${firing.cause}, ${firing.sourceSeq},
            ${firing.dueAt === "now" ? Prisma.sql`clock_timestamp()` : firing.dueAt}, ${JSON.stringify(firing.payload)}::jsonb, ${firing.requestedBy}, ${firing.failures})
    ON CONFLICT ${target} DO UPDATE SET
      "payload" = (
        SELECT COALESCE(jsonb_object_agg(key,
                 CASE WHEN jsonb_typeof("Firing"."payload"->key) = 'array' AND jsonb_typeof(EXCLUDED."payload"->key) = 'array'
                      THEN ("Firing"."payload"->key) || (EXCLUDED."payload"->key)
                      ELSE COALESCE(EXCLUDED."payload"->key, "Firing"."payload"->key) END), '{}'::jsonb)
          FROM jsonb_object_keys("Firing"."payload" || EXCLUDED."payload") AS key),
      "sourceSeq" = GREATEST("Firing"."sourceSeq", EXCLUDED."sourceSeq"),
      "dueAt" = LEAST("Firing"."dueAt", EXCLUDED."dueAt"),
      "requestedBy" = COALESCE(EXCLUDED."requestedBy", "Firing"."requestedBy"),
      "failures" = GREATEST("Firing"."failures", EXCLUDED."failures")
    RETURNING "id"`);
  const [row] = rows;
  if (!row) throw new Error("firing: expected the stored row, found none");
  return Number(row.id);
}
