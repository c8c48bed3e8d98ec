import type { Actor } from "#server/contracts/actor.ts";
import { Failure } from "#server/contracts/failure.ts";
import { isLive } from "#server/core/automation/automation.ts";
import type { AutomationsConfig } from "#server/core/automation/automation.ts";
import { readLiveAutomations } from "../queries/automations.ts";
import { findTicket } from "../queries/find-project.ts";
import type { Database } from "../store/client.ts";
import { inTransaction } from "../store/transaction.ts";
import { addComment } from "./comments.ts";
import { liftStops } from "./lift-stop.ts";
import { moveTicket } from "./move-ticket.ts";

export interface ReviewInput {
  projectId: number;
  number: number;
}

/** POST …/approve: the ticket goes to the first done-role column. */
export async function approveTicket(
  database: Database,
  actor: Actor,
  input: ReviewInput,
  now: Date,
): Promise<void> {
  const done = await database.prisma.boardColumn.findFirst({
    where: { projectId: input.projectId, role: "done" },
    orderBy: { position: "asc" },
  });
  if (!done) throw new Failure(422, "NO_DONE_COLUMN", "no column has the role done");
  await moveTicket(database, actor, { ...input, status: done.name }, now);
}

/**
 * POST …/sendback: the words as a comment, then the ticket to the column that starts its agent. Lifts a
 * person's stop (rule 3). 422 when no column starts it: the comment alone would change nothing.
 */
export async function sendBackTicket(
  database: Database,
  actor: Actor,
  input: ReviewInput & { text: string },
  now: Date,
): Promise<void> {
  const { projectId, number, text } = input;
  const ticket = await findTicket(database, projectId, number);
  const lastRun = await database.prisma.run.findFirst({
    where: { ticketId: ticket.id },
    orderBy: { createdAt: "desc" },
    select: { agent: true, columnBefore: true },
  });
  const config = await readLiveAutomations(database, projectId);
  const column = startingColumn(
    config,
    lastRun?.agent ?? ticket.assignee,
    lastRun?.columnBefore ?? null,
  );
  if (column === null)
    throw new Failure(422, "NO_STARTING_COLUMN", "no rule starts an agent for this ticket");
  if (text.trim() !== "" && !(await isSaid(database, actor, ticket.id, text)))
    await addComment(database, actor, { projectId, number, content: text }, now);
  await inTransaction(database, (tx) => liftStops(tx, { ticketId: ticket.id, now }));
  await moveTicket(database, actor, { projectId, number, status: column }, now);
}

/** The move was refused and is asked for again: the words stand there as the ticket's last already. */
async function isSaid(
  { prisma }: Database,
  actor: Actor,
  ticketId: number,
  text: string,
): Promise<boolean> {
  const last = await prisma.comment.findFirst({ where: { ticketId }, orderBy: { id: "desc" } });
  return last?.content === text && last.author === actor.slug && last.authorKind === actor.kind;
}

/** Where the run came from if a rule selects that, else the first column that starts this agent. */
function startingColumn(
  config: AutomationsConfig,
  agent: string | null,
  columnBefore: string | null,
): string | null {
  const columns = config.automations.flatMap((automation) => {
    const { trigger, actions } = automation;
    if (!isLive(automation) || trigger.type !== "ticketInColumn") return [];
    const isForAgent = actions.some(
      (action) =>
        action.type === "runAgent" && (action.agent === agent || action.agent === "{assignee}"),
    );
    return isForAgent ? trigger.columns : [];
  });
  if (columnBefore !== null && columns.includes(columnBefore)) return columnBefore;
  return columns[0] ?? null;
}
