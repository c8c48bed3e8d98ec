import type { Actor } from "#server/contracts/actor.ts";
import { Failure } from "#server/contracts/failure.ts";
import type { ColumnInput } from "#server/contracts/board-settings.ts";
import { activityActor, takeNumber, writeActivity } from "#server/store/activity.ts";
import type { Database, Tx } from "#server/store/client.ts";
import type { BoardColumn } from "#server/store/generated/client.ts";
import { inTransaction } from "#server/store/transaction.ts";
import { lockAllColumns } from "./lock-rows.ts";
import { refuseChanged } from "./refuse-changed.ts";

/** Adds a column at the board's end. Names are unique in a project: 409 `NAME_TAKEN`. */
export async function createColumn(
  database: Database,
  actor: Actor,
  input: Omit<ColumnInput, "was"> & { projectId: number; name: string },
): Promise<BoardColumn> {
  const { projectId, ...fields } = input;
  return inTransaction(database, async (tx) => {
    const columns = await lockAllColumns(tx, projectId);
    refuseTakenName(columns, fields.name);
    const number = await takeNumber(tx, projectId, "nextColumn");
    const position = Math.max(-1, ...columns.map((column) => column.position)) + 1;
    const column = await tx.boardColumn.create({
      data: { ...fields, projectId, number, position },
    });
    await writeColumns(tx, actor, projectId, { added: column.name });
    return column;
  });
}

/** Changes a column; its tickets follow a new name by themselves, without activity or trigger. */
export async function patchColumn(
  database: Database,
  actor: Actor,
  input: ColumnInput & { projectId: number; column: number },
): Promise<BoardColumn> {
  const { projectId, column: columnNumber, was, ...fields } = input;
  return inTransaction(database, async (tx) => {
    const columns = await lockAllColumns(tx, projectId);
    const column = columnOf(columns, columnNumber);
    refuseChanged({ ...column }, was);
    if (fields.name !== undefined && fields.name !== column.name)
      refuseTakenName(columns, fields.name);
    const changed = await tx.boardColumn.update({ where: { id: column.id }, data: fields });
    await writeColumns(tx, actor, projectId, {
      changed: changed.name,
      ...(changed.name === column.name ? {} : { renamedFrom: column.name, resync: true }),
      ...(changed.role === column.role ? {} : { resync: true }),
    });
    return changed;
  });
}

/** Puts a column at a place of the board, from 0; clamped. */
export async function reorderColumn(
  database: Database,
  actor: Actor,
  input: { projectId: number; column: number; index: number },
): Promise<void> {
  const { projectId } = input;
  await inTransaction(database, async (tx) => {
    const columns = await lockAllColumns(tx, projectId);
    const column = columnOf(columns, input.column);
    const others = columns.filter((other) => other.id !== column.id);
    others.splice(Math.max(0, Math.min(input.index, others.length)), 0, column);
    for (const [position, { id }] of others.entries())
      await tx.boardColumn.update({ where: { id }, data: { position } });
    await writeColumns(tx, actor, projectId, { reordered: column.name });
  });
}

/** The column of that number, 404 `COLUMN_UNKNOWN`. */
export function columnOf(columns: BoardColumn[], number: number): BoardColumn {
  const column = columns.find((candidate) => candidate.number === number);
  if (!column) throw new Failure(404, "COLUMN_UNKNOWN", `no column ${number} in this project`);
  return column;
}

/** 409 `NAME_TAKEN` when a column has that name. */
export function refuseTakenName(columns: BoardColumn[], name: string): void {
  if (!columns.some((column) => column.name === name)) return;
  throw new Failure(409, "NAME_TAKEN", `name: this project has a column "${name}" already`);
}

/** The one activity of a change of columns. */
export async function writeColumns(
  tx: Tx,
  actor: Actor,
  projectId: number,
  data: Record<string, unknown>,
): Promise<void> {
  await writeActivity(tx, {
    projectId,
    ticket: null,
    actor: activityActor(actor),
    kind: "columns_changed",
    data,
  });
}
