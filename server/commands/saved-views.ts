import type { Actor } from "#server/contracts/actor.ts";
import { Failure } from "#server/contracts/failure.ts";
import type { SavedView } from "#server/contracts/saved-view.ts";
import type { Database, Tx } from "#server/store/client.ts";
import { inTransaction } from "#server/store/transaction.ts";

/** Views of one person on one board. */
const MOST_VIEWS = 50;

function ownerOf(actor: Actor): number {
  if (actor.kind !== "person") throw new Failure(403, "NOT_FOR_AGENTS", "only people save views");
  return actor.userId;
}

/**
 * Adds a view of the person, or changes the one of that name; a new default takes the place of the old.
 * It is the person's own and no change of the board: it writes no activity.
 */
export async function putSavedView(
  database: Database,
  actor: Actor,
  input: SavedView & { projectId: number },
): Promise<void> {
  const { projectId, name, query, isDefault } = input;
  const userId = ownerOf(actor);
  await inTransaction(database, async (tx) => {
    await lockViews(tx, userId);
    const others = { projectId, userId, name: { not: name } };
    if ((await tx.savedView.count({ where: others })) >= MOST_VIEWS) {
      throw new Failure(409, "VIEWS_FULL", `views: expected at most ${MOST_VIEWS} on one board`);
    }
    if (isDefault) await tx.savedView.updateMany({ where: others, data: { isDefault: false } });
    await tx.savedView.upsert({
      where: { projectId_userId_name: { projectId, userId, name } },
      create: { projectId, userId, name, query, isDefault },
      update: { query, isDefault },
    });
  });
}

/** Forgets a view of the person; 404 `VIEW_UNKNOWN`. */
export async function deleteSavedView(
  database: Database,
  actor: Actor,
  input: { projectId: number; name: string },
): Promise<void> {
  const { projectId, name } = input;
  const { count } = await database.prisma.savedView.deleteMany({
    where: { projectId, userId: ownerOf(actor), name },
  });
  if (count === 0) throw new Failure(404, "VIEW_UNKNOWN", `you have no view "${name}" here`);
}

/** One change at a time per person, so that there is never a second default. */
async function lockViews(tx: Tx, userId: number): Promise<void> {
  await tx.$queryRaw`SELECT "id" FROM "User" WHERE "id" = ${userId} FOR UPDATE`;
}
