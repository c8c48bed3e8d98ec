import type { AutomationsConfig } from "#server/core/automation/automation.ts";
import { clientOf } from "./reader.ts";
import type { Reader } from "./reader.ts";
import { selectedColumns } from "./selected-columns.ts";

/** Waiting tickets of a project are looked for among so many of those that may wait. */
const MAX_LOOKED_AT = 200;

/** Ids of tickets that a trigger may select or that are owed a run: gates are asked about these. */
export async function findMayWait(
  reader: Reader,
  projectId: number,
  config: AutomationsConfig,
): Promise<number[]> {
  const tickets = await clientOf(reader).ticket.findMany({
    where: {
      projectId,
      deletedAt: null,
      OR: [
        { column: { name: { in: [...selectedColumns(config)] } } },
        { firings: { some: { state: "owed" } } },
      ],
    },
    select: { id: true },
    orderBy: { id: "asc" },
    take: MAX_LOOKED_AT,
  });
  return tickets.map((ticket) => ticket.id);
}
