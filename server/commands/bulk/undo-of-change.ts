import type { FieldChange } from "#server/contracts/activity.ts";
import type { TicketChange } from "#server/contracts/bulk.ts";
import { priorities } from "#server/contracts/words.ts";
import type { Database } from "#server/store/client.ts";
import type { MovedTicket } from "../move-ticket.ts";
import type { EditedTicket } from "../patch-ticket.ts";

type Edit = Extract<TicketChange, { do: "edit" }>;

/** Back to its column, in front of the card it stood in front of; what started on it since is undone, too. */
export async function undoOfMove(
  database: Database,
  { id, from }: MovedTicket,
  since: number,
): Promise<TicketChange> {
  const before = await findFollower(database, { id, ...from });
  return { do: "move", status: from.column, before, undoRunsSince: since };
}

/** Number of the card that stood behind one which has left this place; null: it was the last. */
export async function findFollower(
  database: Database,
  place: { id: number; columnId: number; orderKey: string },
): Promise<number | null> {
  const [next] = await database.prisma.$queryRaw<{ number: number }[]>`
    SELECT "number" FROM "Ticket" WHERE "columnId" = ${place.columnId} AND "deletedAt" IS NULL
      AND "id" <> ${place.id} AND "orderKey" > ${place.orderKey} COLLATE "C"
     ORDER BY "orderKey" COLLATE "C" LIMIT 1`;
  return next?.number ?? null;
}

/** The fields as they were, provided that they are still what this edit made of them; null: nothing changed. */
export async function undoOfEdit(
  database: Database,
  { projectId }: { projectId: number },
  edit: Edit,
  { changes, before }: EditedTicket,
): Promise<TicketChange | null> {
  if (changes.length === 0) return null;
  const has = (field: string): boolean => changes.some((change) => change.field === field);
  const undo: Edit = { do: "edit" };
  const expected: Edit["expected"] = {};
  if (has("title")) {
    undo.title = before.title;
    // As it was stored: one line.
    expected.title = changes.find((change) => change.field === "title")?.to as string;
  }
  if (has("description")) {
    undo.description = before.description;
    expected.description = edit.description;
  }
  if (has("priority")) {
    undo.priority = priorities[before.priority];
    expected.priority = edit.priority;
  }
  if (has("assignee")) {
    undo.assignedTo = before.assignee ?? "";
    expected.assignedTo = edit.assignedTo ?? "";
  }
  const labels = changes.find((change) => change.field === "labels");
  if (labels) Object.assign(undo, await undoOfLabels(database, projectId, labels));
  return Object.keys(expected).length === 0 ? undo : { ...undo, expected };
}

async function undoOfLabels(
  database: Database,
  projectId: number,
  change: FieldChange,
): Promise<Pick<Edit, "addLabels" | "removeLabels">> {
  const from = new Set(change.from as string[]);
  const to = new Set(change.to as string[]);
  const rows = await database.prisma.label.findMany({
    where: { projectId, name: { in: [...from, ...to] } },
    select: { number: true, name: true },
  });
  const numbersOf = (isWanted: (name: string) => boolean) =>
    rows.filter((row) => isWanted(row.name)).map((row) => row.number);
  return {
    addLabels: numbersOf((name) => from.has(name) && !to.has(name)),
    removeLabels: numbersOf((name) => to.has(name) && !from.has(name)),
  };
}
