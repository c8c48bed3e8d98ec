import { Prisma } from "../store/generated/client.ts";
import type { SqlRunner } from "../store/sql-runner.ts";
import { stopsLifted } from "../store/sql/stops-lifted.ts";
import type { StopsToLift } from "../store/sql/stops-lifted.ts";

/**
 * A person's word after a stop lifts STOPPED_BY_PERSON (rule 3): marks stopped runs of the ticket (of one
 * agent, when given) as lifted; returns how many. Writes no activity: the caller's own row tells it.
 */
export async function liftStops(sql: SqlRunner, what: StopsToLift): Promise<number> {
  const rows = await sql.$queryRaw<{ id: string }[]>(
    Prisma.sql`WITH ${stopsLifted(what)} SELECT "id" FROM lifted`,
  );
  return rows.length;
}
