import type { BulkItem } from "#server/contracts/bulk.ts";
import type { Label, PatchTicket } from "#server/contracts/ticket.ts";
import type { Priority } from "#server/contracts/words.ts";

/** A ticket or a card before it was changed. */
export interface PatchedTicket {
  id: number;
  title: string;
  description?: string;
  priority: Priority;
  assignedTo: string | null;
  labels: readonly Label[];
}

/** What takes an edit back, as long as nobody has changed those fields again. */
export function undoOfPatch(before: PatchedTicket, change: PatchTicket): BulkItem {
  const undo: Extract<BulkItem["change"], { do: "edit" }> = { do: "edit" };
  const expected: NonNullable<typeof undo.expected> = {};
  if (change.title !== undefined) {
    undo.title = before.title;
    expected.title = change.title;
  }
  if (change.description !== undefined && before.description !== undefined) {
    undo.description = before.description;
    expected.description = change.description;
  }
  if (change.priority !== undefined) {
    undo.priority = before.priority;
    expected.priority = change.priority;
  }
  if (change.assignedTo != null) {
    undo.assignedTo = before.assignedTo ?? "";
    expected.assignedTo = change.assignedTo;
  }
  if (change.labelIds != null) {
    const had = before.labels.map((label) => label.id);
    const has = change.labelIds;
    undo.addLabels = had.filter((id) => !has.includes(id));
    undo.removeLabels = has.filter((id) => !had.includes(id));
  }
  return {
    ticket: before.id,
    change: Object.keys(expected).length === 0 ? undo : { ...undo, expected },
  };
}
