import type { Actor } from "#server/contracts/actor.ts";
import { layoutSchema } from "#server/contracts/board-view.ts";
import type { SavedView } from "#server/contracts/saved-view.ts";
import { clientOf } from "./reader.ts";
import type { Reader } from "./reader.ts";

/** A person's own views of a board and those that others share, by name; agents have none. */
export async function listSavedViews(
  reader: Reader,
  actor: Actor,
  projectId: number,
): Promise<SavedView[]> {
  if (actor.kind !== "person") return [];
  const rows = await clientOf(reader).savedView.findMany({
    where: { projectId, OR: [{ userId: actor.userId }, { isShared: true }] },
    include: { user: { select: { name: true } } },
    orderBy: [{ name: "asc" }, { id: "asc" }],
  });
  return rows.map((row) => {
    const isMine = row.userId === actor.userId;
    const { id, name, query, sort, isShared } = row;
    const layout = layoutSchema.catch("board").parse(row.layout);
    const isDefault = isMine && row.isDefault;
    return { id, name, query, layout, sort, isShared, isDefault, isMine, by: row.user.name };
  });
}
