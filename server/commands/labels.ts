import type { Actor } from "#server/contracts/actor.ts";
import type { LabelInput } from "#server/contracts/board-settings.ts";
import { Failure } from "#server/contracts/failure.ts";
import { activityActor, takeNumber, writeActivity } from "#server/store/activity.ts";
import type { Database, Tx } from "#server/store/client.ts";
import type { Label } from "#server/store/generated/client.ts";
import { inTransaction } from "#server/store/transaction.ts";

/** Adds a label; names need not be unique (compat §2.4). */
export async function createLabel(
  database: Database,
  actor: Actor,
  input: LabelInput & { projectId: number; name: string },
): Promise<Label> {
  const { projectId, ...fields } = input;
  return inTransaction(database, async (tx) => {
    const number = await takeNumber(tx, projectId, "nextLabel");
    const label = await tx.label.create({ data: { ...fields, projectId, number } });
    await writeLabels(tx, actor, projectId, { added: label.name });
    return label;
  });
}

/** Renames or recolours a label; 404 `LABEL_UNKNOWN`. */
export async function patchLabel(
  database: Database,
  actor: Actor,
  input: LabelInput & { projectId: number; label: number },
): Promise<Label> {
  const { projectId, label: number, ...fields } = input;
  return inTransaction(database, async (tx) => {
    const { id } = await lockLabel(tx, projectId, number);
    const label = await tx.label.update({ where: { id }, data: fields });
    await writeLabels(tx, actor, projectId, { changed: label.name });
    return label;
  });
}

/** Deletes a label and takes it off all tickets. */
export async function deleteLabel(
  database: Database,
  actor: Actor,
  input: { projectId: number; label: number },
): Promise<void> {
  await inTransaction(database, async (tx) => {
    const { id, name } = await lockLabel(tx, input.projectId, input.label);
    await tx.label.delete({ where: { id } });
    await writeLabels(tx, actor, input.projectId, { removed: name });
  });
}

async function lockLabel(tx: Tx, projectId: number, number: number): Promise<Label> {
  const [label] = await tx.$queryRaw<Label[]>`
    SELECT * FROM "Label" WHERE "projectId" = ${projectId} AND "number" = ${number} FOR UPDATE`;
  if (!label) throw new Failure(404, "LABEL_UNKNOWN", `no label ${number} in this project`);
  return label;
}

async function writeLabels(
  tx: Tx,
  actor: Actor,
  projectId: number,
  data: Record<string, unknown>,
): Promise<void> {
  await writeActivity(tx, {
    projectId,
    ticket: null,
    actor: activityActor(actor),
    kind: "labels_changed",
    data,
  });
}
