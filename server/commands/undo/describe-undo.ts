import type { Sentence } from "#server/contracts/why.ts";
import { say } from "#server/core/dispatch/sentence.ts";
import type { Undoing } from "./undoing.ts";

/** What an undo did, as the entries of its activity row. */
export function describeUndo(
  { plan, restores }: Pick<Undoing, "plan" | "restores">,
  done: { files: number; commits: number },
): { text: string; sentence: Sentence }[] {
  const isRestore = restores !== null;
  const conflicts = plan.files.filter((file) => file.kind === "conflict").length;
  const tickets = plan.tickets.map(({ number }) => `#${number}`).join(", ");
  const sentences = [
    isRestore ? say("undo.taken_back") : null,
    counted("undo.files", done.files),
    counted("undo.conflicts", conflicts),
    counted("undo.commits", done.commits),
    tickets === "" ? null : say(isRestore ? "undo.brought_back" : "undo.deleted", { tickets }),
  ];
  return sentences
    .filter((sentence) => sentence !== null)
    .map((sentence) => ({ text: sentence.text, sentence }));
}

function counted(
  key: "undo.files" | "undo.conflicts" | "undo.commits",
  count: number,
): Sentence | null {
  if (count === 0) return null;
  return count === 1 ? say(`${key}.one`) : say(key, { count });
}
