import type { Undoing } from "./undoing.ts";

/** What an undo did, as the entries of its activity row. */
export function describeUndo(
  { plan, restores }: Pick<Undoing, "plan" | "restores">,
  done: { files: number; commits: number },
): { text: string }[] {
  const isRestore = restores !== null;
  const conflicts = plan.files.filter((file) => file.kind === "conflict").length;
  const texts = [
    isRestore ? "an undo was taken back" : null,
    done.files > 0 ? `${count(done.files, "file")} put back` : null,
    conflicts > 0 ? `${count(conflicts, "file")} left alone (in conflict)` : null,
    done.commits > 0 ? `${count(done.commits, "commit")} reverted` : null,
    plan.tickets.length > 0
      ? `${isRestore ? "brought back" : "deleted"}: ${plan.tickets.map(({ number }) => `#${number}`).join(", ")}`
      : null,
  ];
  return texts.filter((text) => text !== null).map((text) => ({ text }));
}

function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? "" : "s"}`;
}
