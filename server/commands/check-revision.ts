import { Failure } from "#server/contracts/failure.ts";
import { priorities } from "#server/contracts/words.ts";
import type { Tx } from "#server/store/client.ts";
import type { Ticket } from "#server/store/generated/client.ts";

/** 409 `STALE_REVISION` with the ticket as it is now, when the caller started from an older revision. */
export async function checkRevision(
  tx: Tx,
  ticket: Ticket,
  expected: number | undefined,
): Promise<void> {
  if (expected === undefined || expected === ticket.revision) return;
  const column = await tx.boardColumn.findUniqueOrThrow({
    where: { id: ticket.columnId },
    select: { name: true },
  });
  throw new Failure(
    409,
    "STALE_REVISION",
    `revision: expected ${ticket.revision}, found ${expected}; the ticket was changed meanwhile`,
    {
      current: {
        title: ticket.title,
        description: ticket.description,
        status: column.name,
        priority: priorities[ticket.priority],
        assignedTo: ticket.assignee,
        orderKey: ticket.orderKey,
        revision: ticket.revision,
        updatedAt: ticket.updatedAt.toISOString(),
      },
    },
  );
}
