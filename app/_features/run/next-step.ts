import type { Column } from "#server/contracts/ticket.ts";
import type { StateWord } from "#server/contracts/words.ts";

export interface NextStep {
  kind: "approve" | "toReview";
  column: string;
}

/** Where a ticket goes next with one button: out of review to done, after a clean end to review. */
export function nextStep(
  word: StateWord,
  status: string | null,
  columns: readonly Pick<Column, "name" | "role">[],
): NextStep | null {
  const here = columns.find((column) => column.name === status);
  const done = columns.find((column) => column.role === "done");
  const review = columns.find((column) => column.role === "review");
  if (here === undefined || here.role === "done") return null;
  if (here.role === "review")
    return done === undefined ? null : { kind: "approve", column: done.name };
  const isClean = word === "not_moved" || word === "done" || word === "to_review";
  return isClean && review !== undefined ? { kind: "toReview", column: review.name } : null;
}
