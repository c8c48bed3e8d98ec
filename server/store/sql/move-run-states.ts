import type { RunState } from "#server/contracts/words.ts";
import { Prisma } from "../generated/client.ts";
import type { SqlRunner } from "../sql-runner.ts";

/** One named transition of a run, for the owner of this fence. */
export interface RunMove {
  id: string;
  fence: number;
  /** States it may come from. */
  from: RunState[];
  to: RunState;
  /** How its process is held together, once it has one. */
  containment?: string | null;
}

/**
 * Makes these transitions, one run each at most, in ONE statement, and returns the ids of those that were
 * made: the others belong to somebody else now or are elsewhere already. What becomes `running` for the
 * first time has begun. Locks the runs by id, the order in which ends lock them (rule 8).
 */
export async function moveRunStates(
  sql: SqlRunner,
  moves: readonly RunMove[],
): Promise<Set<string>> {
  const ids = moves.map(({ id }) => id);
  const rows = await sql.$queryRaw<{ id: string }[]>(Prisma.sql`
    WITH input AS MATERIALIZED (
      SELECT m."id", m."fence", m."to", m."containment", string_to_array(m."from", ' ') AS "from" FROM UNNEST(
        ${ids}::text[], ${moves.map(({ fence }) => fence)}::int[],
        ${moves.map(({ to }) => to)}::text[], ${moves.map(({ from }) => from.join(" "))}::text[],
        ${moves.map(({ containment }) => containment ?? null)}::text[]
      ) AS m("id", "fence", "to", "from", "containment")
    ), held AS MATERIALIZED (
      SELECT "id" FROM "Run" WHERE "id" = ANY(${ids}::text[]) ORDER BY "id" FOR NO KEY UPDATE
    )
    UPDATE "Run" r SET "state" = input."to", "containment" = COALESCE(input."containment", r."containment"),
           "startedAt" = CASE WHEN input."to" = 'running' THEN COALESCE(r."startedAt", clock_timestamp()) ELSE r."startedAt" END
      FROM input JOIN held ON held."id" = input."id"
     WHERE r."id" = input."id" AND r."id" = ANY(${ids}::text[]) AND r."fence" = input."fence" AND r."state" = ANY(input."from")
    RETURNING r."id"`);
  return new Set(rows.map(({ id }) => id));
}
