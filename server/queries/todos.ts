import { clientOf } from "./reader.ts";
import type { Reader } from "./reader.ts";

export interface TodoCount {
  done: number;
  total: number;
}

/** The newest checklist of each ticket's active run, by ticket id; runs that have ended show none. */
export async function readTodos(
  reader: Reader,
  ticketIds: number[],
): Promise<Map<number, TodoCount>> {
  const rows = await clientOf(reader).$queryRaw<{ ticketId: number; payload: unknown }[]>`
    SELECT r."ticketId", e."payload" FROM "Run" r
    JOIN LATERAL (
      SELECT "payload" FROM "RunEvent" WHERE "runId" = r."id" AND "kind" = 'todo' ORDER BY "seq" DESC LIMIT 1
    ) e ON true
    WHERE r."ticketId" = ANY(${ticketIds}::int[]) AND r."state" <> 'ended'
    ORDER BY r."createdAt"`;
  return new Map(rows.map((row) => [row.ticketId, countTodos(row.payload)]));
}

/** Steps done and steps in all of a stored checklist. */
export function countTodos(payload: unknown): TodoCount {
  const { items } = payload as { items?: { state?: string }[] };
  const list = Array.isArray(items) ? items : [];
  return { done: list.filter((item) => item.state === "completed").length, total: list.length };
}
