import type { FieldChange } from "#server/contracts/activity.ts";
import type { UndoPlan } from "#server/contracts/undo.ts";
import type { Tx } from "../../store/client.ts";
import type { Prisma } from "../../store/generated/client.ts";
import type { UndoneRun } from "./undoing.ts";

export type BoardPlan = Pick<UndoPlan, "tickets" | "column" | "labels" | "boardStays">;

export interface BoardAsk {
  run: Pick<UndoneRun, "id" | "ticketId" | "automationId" | "admittedRevision">;
  /** Only what happened after it; null: everything since its admission. */
  since: Date | null;
}

/**
 * What the run did to the board since a moment: tickets it made, and the column and labels of its own
 * ticket, where nobody else has changed them since.
 */
export async function planBoard(prisma: Tx, ask: BoardAsk): Promise<BoardPlan> {
  const { run, since } = ask;
  const tickets = await prisma.ticket.findMany({
    where: {
      createdByRunId: run.id,
      deletedAt: null,
      ...(since === null ? {} : { createdAt: { gt: since } }),
    },
    select: { number: true, title: true },
    orderBy: { number: "asc" },
  });
  const plan: BoardPlan = { tickets, column: null, labels: null, boardStays: [] };
  const now = run.ticketId === null ? null : await readTicketPlace(prisma, run.ticketId);
  if (now === null || run.ticketId === null) return plan;
  const rows = await prisma.activity.findMany({
    where: {
      ticketId: run.ticketId,
      revision: { gte: run.admittedRevision },
      ...(since === null ? {} : { at: { gt: since } }),
    },
    orderBy: { revision: "asc" },
    select: { runId: true, automationId: true, data: true },
  });
  const column = first(rows, run, "status");
  if (column === "others") plan.boardStays.push("column");
  else if (typeof column === "string" && column !== now.column) {
    plan.column = { from: now.column, to: column };
  }
  const labels = first(rows, run, "labels");
  if (labels === "others") plan.boardStays.push("labels");
  else if (Array.isArray(labels)) {
    const to = labels.filter((name) => typeof name === "string");
    if (to.join("\n") !== now.labels.join("\n")) plan.labels = { from: now.labels, to };
  }
  return plan;
}

/** Where a live ticket stands and its labels by name. */
export async function readTicketPlace(
  prisma: Tx,
  ticketId: number,
): Promise<{ column: string; labels: string[] } | null> {
  const ticket = await prisma.ticket.findFirst({
    where: { id: ticketId, deletedAt: null },
    select: {
      column: { select: { name: true } },
      labels: { select: { label: { select: { name: true } } } },
    },
  });
  if (ticket === null) return null;
  return {
    column: ticket.column.name,
    labels: ticket.labels.map(({ label }) => label.name).sort(),
  };
}

type Row = { runId: string | null; automationId: string | null; data: Prisma.JsonValue };

/** The field's value before the first change; `others` when not all changes are the run's own. */
function first(rows: Row[], run: BoardAsk["run"], field: FieldChange["field"]): unknown {
  let value: unknown;
  let isChanged = false;
  for (const row of rows) {
    const { changes = [] } = row.data as { changes?: FieldChange[] };
    const change = changes.find((candidate) => candidate.field === field);
    if (!change) continue;
    if (!isOwn(row, run)) return "others";
    if (!isChanged) value = change.from;
    isChanged = true;
  }
  return isChanged ? value : undefined;
}

/** By the run itself, by the rule that started it, or about it. */
function isOwn(row: Row, run: BoardAsk["run"]): boolean {
  const { run: about } = row.data as { run?: unknown };
  if (row.runId === run.id || about === run.id) return true;
  return run.automationId !== null && row.automationId === run.automationId;
}
