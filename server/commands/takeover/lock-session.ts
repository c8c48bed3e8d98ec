import { Failure } from "#server/contracts/failure.ts";
import type { Tx } from "../../store/client.ts";
import type { AgentSession } from "../../store/generated/client.ts";

/** A run with the session of its pair, under the ticket's lock, which every start of the pair takes too. */
export interface LockedSession {
  run: { id: string; agent: string; state: string; isDemo: boolean };
  ticket: { id: number; number: number };
  session: AgentSession | null;
  /** Of the pair; any other run of it is over. */
  isNewest: boolean;
}

/** 404 `RUN_UNKNOWN`, 409 `RUN_TICKETLESS` where there is no pair, or its ticket is deleted. */
export async function lockSession(
  tx: Tx,
  input: { projectId: number; runId: string },
): Promise<LockedSession> {
  const { projectId, runId } = input;
  const found = await tx.run.findFirst({
    where: { id: runId, projectId },
    select: { agent: true, isDemo: true, ticket: { select: { id: true, number: true } } },
  });
  if (!found) throw new Failure(404, "RUN_UNKNOWN", `no run ${runId} in this project`);
  const { agent, ticket, isDemo } = found;
  if (ticket === null) {
    throw new Failure(409, "RUN_TICKETLESS", "a run without a ticket has no session to go on with");
  }
  const [locked] = await tx.$queryRaw<{ isDeleted: boolean }[]>`
    SELECT "deletedAt" IS NOT NULL AS "isDeleted" FROM "Ticket" WHERE "id" = ${ticket.id} FOR NO KEY UPDATE`;
  if (locked?.isDeleted !== false) {
    throw new Failure(409, "TICKET_CLOSED", "the ticket is deleted: restore it first");
  }
  const pair = { projectId, agent, ticketId: ticket.id };
  const newest = await tx.run.findFirstOrThrow({
    where: pair,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: { id: true },
  });
  const { state } = await tx.run.findUniqueOrThrow({
    where: { id: runId },
    select: { state: true },
  });
  const session = await tx.agentSession.findUnique({
    where: { projectId_agent_ticketId: pair },
  });
  return {
    run: { id: runId, agent, state, isDemo },
    ticket,
    session,
    isNewest: newest.id === runId,
  };
}
