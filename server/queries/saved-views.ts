import type { Actor } from "#server/contracts/actor.ts";
import type { SavedView } from "#server/contracts/saved-view.ts";
import { clientOf } from "./reader.ts";
import type { Reader } from "./reader.ts";

/** A person's own views of a board by name; agents have none. */
export async function listSavedViews(
  reader: Reader,
  actor: Actor,
  projectId: number,
): Promise<SavedView[]> {
  if (actor.kind !== "person") return [];
  return clientOf(reader).savedView.findMany({
    where: { projectId, userId: actor.userId },
    select: { name: true, query: true, isDefault: true },
    orderBy: { name: "asc" },
  });
}
