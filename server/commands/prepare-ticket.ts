import type { RunRequest, StartRequest } from "#server/core/automation/plan.ts";
import type { Candidate, DispatchSnapshot } from "#server/core/dispatch/snapshot.ts";
import type { Tx } from "../store/client.ts";
import type { SqlRunner } from "../store/sql-runner.ts";
import type { AdmittedStart } from "../store/sql/settle-admitted.ts";
import type { StartFacts } from "../store/sql/read-start-facts.ts";
import { noteOutcomes } from "./action-rows.ts";
import { applyActions } from "./apply-actions.ts";
import type { AppliedActions } from "./apply-actions.ts";
import { placeAtEnd } from "./order-key.ts";

/** Where a ticket goes by its admission alone, without anything else that is done to it. */
export type PlannedMove = NonNullable<AdmittedStart["move"]>;

/** Where the ticket stands when the run begins. */
export interface TicketPlace {
  column: string;
  revision: number;
}

/** Names of the columns into which the actions before a run move its ticket. */
export function targetColumns({ actionsBefore }: StartRequest): string[] {
  return actionsBefore.flatMap((action) => (action.type === "moveTicketStatus" ? [action.to] : []));
}

/** What is done to the ticket is one move into another column at most: several can go at once. */
export function isPlainStart({ ticket }: Candidate, request: StartRequest): boolean {
  if (request.kind !== "run" || request.actionsBefore.length > 1) return false;
  const [action] = request.actionsBefore;
  if (action === undefined) return true;
  return action.type === "moveTicketStatus" && ticket !== null && action.to !== ticket.column;
}

/**
 * The moves of plain starts by candidate: to the end of their columns, in the order of the starts. Columns
 * that do not exist are left out.
 */
export async function planMoves(
  sql: SqlRunner,
  snapshot: DispatchSnapshot,
  facts: StartFacts,
  starts: readonly { candidate: Candidate; request: RunRequest }[],
): Promise<Map<Candidate, PlannedMove>> {
  const moves = new Map<Candidate, PlannedMove>();
  const plain = starts.filter(({ candidate, request }) => isPlainStart(candidate, request));
  for (const column of snapshot.columns) {
    const coming = plain.filter(({ request }) => targetColumns(request)[0] === column.name);
    if (coming.length === 0) continue;
    const last = facts.lastKeys.find((one) => one.column === column.name)?.orderKey ?? null;
    const keys = await placeAtEnd(sql, column.id, last, coming.length);
    for (const [index, { candidate }] of coming.entries()) {
      const orderKey = keys[index];
      if (orderKey !== undefined) moves.set(candidate, { columnId: column.id, orderKey });
    }
  }
  return moves;
}

/**
 * Does the actions before a run, unless they are a planned move, which has been done with all others.
 * Null: they need more than hand-written SQL, and the caller's transaction is nothing else.
 */
export async function prepareTicket(
  tx: Tx | null,
  snapshot: DispatchSnapshot,
  start: {
    runId: string;
    candidate: Candidate;
    request: RunRequest;
    move: PlannedMove | undefined;
  },
): Promise<{ applied: AppliedActions; place: TicketPlace | null } | null> {
  const { runId, candidate, request, move } = start;
  const { ticket } = candidate;
  const nothing: AppliedActions = { changes: [], comment: null, notes: [] };
  if (request.actionsBefore.length === 0) return { applied: nothing, place: ticket };
  if (ticket !== null && move !== undefined) {
    const [to = ticket.column] = targetColumns(request);
    const changes = [{ field: "status" as const, from: ticket.column, to }];
    return {
      applied: { ...nothing, changes },
      place: { column: to, revision: ticket.revision + 1 },
    };
  }
  if (tx === null) return null;
  const { project, now } = snapshot;
  const { automationId } = request;
  const ticketId = ticket?.id ?? null;
  const scope = { projectId: project.id, ticketId, automationId, now };
  const done = await applyActions(tx, request.actionsBefore, scope);
  await noteOutcomes(tx, { projectId: project.id, automationId, runId, ticket }, done.notes, now);
  return { applied: done, place: ticket === null ? null : await readPlace(tx, ticket.id) };
}

/** Where the actions before the run left the ticket. */
async function readPlace(tx: Tx, ticketId: number): Promise<TicketPlace> {
  const [row] = await tx.$queryRaw<TicketPlace[]>`
    SELECT t."revision", c."name" AS "column" FROM "Ticket" t JOIN "BoardColumn" c ON c."id" = t."columnId"
     WHERE t."id" = ${ticketId}`;
  if (!row) throw new Error(`ticket ${ticketId}: expected its row, found none`);
  return row;
}
