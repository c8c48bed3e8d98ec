import type { Actor } from "#server/contracts/actor.ts";
import { Failure } from "#server/contracts/failure.ts";
import type { CreateView, PatchView } from "#server/contracts/saved-view.ts";
import { activityActor, writeActivity } from "#server/store/activity.ts";
import type { Database, Tx } from "#server/store/client.ts";
import { inTransaction } from "#server/store/transaction.ts";

/** Views of one person on one board. */
const MOST_VIEWS = 50;

type Person = Extract<Actor, { kind: "person" }>;

function personOf(actor: Actor): Person {
  if (actor.kind !== "person") throw new Failure(403, "NOT_FOR_AGENTS", "only people save views");
  return actor;
}

function checkSharing(actor: Person, isShared: boolean | undefined): void {
  if (isShared === true && actor.role === "viewer") {
    throw new Failure(403, "FORBIDDEN", "isShared: expected false, viewers share nothing");
  }
}

/**
 * Saves a view of the person and answers its id. 409 `VIEW_NAME_TAKEN` for a name the person has here,
 * `VIEWS_FULL` at fifty; 403 when a viewer would share it. Only what others see of views is in the log.
 */
export async function createSavedView(
  database: Database,
  actor: Actor,
  input: CreateView & { projectId: number },
): Promise<number> {
  const person = personOf(actor);
  checkSharing(person, input.isShared);
  const { projectId } = input;
  const { userId } = person;
  return inTransaction(database, async (tx) => {
    await lockViews(tx, userId);
    if ((await tx.savedView.count({ where: { projectId, userId } })) >= MOST_VIEWS) {
      throw new Failure(409, "VIEWS_FULL", `views: expected at most ${MOST_VIEWS} on one board`);
    }
    await checkName(tx, { projectId, userId, name: input.name });
    const { id } = await tx.savedView.create({ data: { ...input, userId } });
    if (input.isShared) await writeViews(tx, person, projectId, { added: input.name });
    return id;
  });
}

/**
 * Changes what is given of the person's own view; a new default takes the place of the old. 404
 * `VIEW_UNKNOWN`, 403 for one that another person shares, 409 `VIEW_NAME_TAKEN`.
 */
export async function patchSavedView(
  database: Database,
  actor: Actor,
  input: PatchView & { projectId: number; view: number },
): Promise<void> {
  const person = personOf(actor);
  checkSharing(person, input.isShared);
  const { projectId, view, ...data } = input;
  const { userId } = person;
  await inTransaction(database, async (tx) => {
    await lockViews(tx, userId);
    const row = await findView(tx, { projectId, view, userId });
    if (row.userId !== userId) throw notYours(row.name);
    if (data.name !== undefined && data.name !== row.name) {
      await checkName(tx, { projectId, userId, name: data.name });
    }
    if (data.isDefault === true) {
      await tx.savedView.updateMany({ where: { projectId, userId }, data: { isDefault: false } });
    }
    const { isShared, name } = await tx.savedView.update({ where: { id: view }, data });
    if (row.isShared || isShared) await writeViews(tx, person, projectId, { changed: name });
  });
}

/** Deletes a view: the person's own, and as owner also one that another person shares. */
export async function deleteSavedView(
  database: Database,
  actor: Actor,
  input: { projectId: number; view: number },
): Promise<void> {
  const person = personOf(actor);
  const { userId, role } = person;
  await inTransaction(database, async (tx) => {
    const row = await findView(tx, { ...input, userId });
    if (row.userId !== userId && role !== "owner") throw notYours(row.name);
    await tx.savedView.deleteMany({ where: { id: row.id } });
    if (row.isShared) await writeViews(tx, person, input.projectId, { removed: row.name });
  });
}

/** A view the person may see: another's private one is as unknown as one that is not there. */
async function findView(tx: Tx, key: { projectId: number; view: number; userId: number }) {
  const row = await tx.savedView.findUnique({ where: { id: key.view } });
  const isSeen = row?.projectId === key.projectId && (row.isShared || row.userId === key.userId);
  if (!row || !isSeen) throw new Failure(404, "VIEW_UNKNOWN", `no view ${key.view} here`);
  return row;
}

function notYours(name: string): Failure {
  return new Failure(403, "VIEW_NOT_YOURS", `"${name}" belongs to another person`);
}

async function checkName(
  tx: Tx,
  key: { projectId: number; userId: number; name: string },
): Promise<void> {
  if ((await tx.savedView.count({ where: key })) === 0) return;
  throw new Failure(409, "VIEW_NAME_TAKEN", `name: you have a view "${key.name}" here`);
}

/** One change at a time per person: never a second default, never a name twice. */
async function lockViews(tx: Tx, userId: number): Promise<void> {
  await tx.$queryRaw`SELECT "id" FROM "User" WHERE "id" = ${userId} FOR UPDATE`;
}

async function writeViews(
  tx: Tx,
  actor: Person,
  projectId: number,
  data: Record<string, string>,
): Promise<void> {
  const by = activityActor(actor);
  await writeActivity(tx, { projectId, ticket: null, actor: by, kind: "views_changed", data });
}
