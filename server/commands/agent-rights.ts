/**
 * What an agent may write (rule 18), as pure checks on facts and a loader for them. People are never
 * judged here; every command that an agent can reach calls one of these before it writes.
 */
import type { Actor } from "#server/contracts/actor.ts";
import { Failure } from "#server/contracts/failure.ts";
import type { Tx } from "#server/store/client.ts";
import { readLiveAutomations } from "#server/queries/automations.ts";
import { selectedColumns } from "#server/queries/selected-columns.ts";

export interface AgentFacts {
  /** Ticket of the agent's run; null: a run without a ticket. */
  ownTicketId: number | null;
  isOrchestrator: boolean;
  /** The project lets agents move tickets to done-role columns. */
  mayFinish: boolean;
}

export interface TargetFacts {
  id: number;
  /** Its ancestors, nearest first. */
  ancestorIds: number[];
  /** Created by a run of the same agent. */
  isOwnCreation: boolean;
}

/** null when allowed, else the reason in words. */
export type Refusal = string | null;

/** Its ticket, the ticket's descendants, and what its own runs created; without a ticket: any. */
export function mayChangeTicket(agent: AgentFacts, target: TargetFacts): Refusal {
  if (agent.ownTicketId === null || target.isOwnCreation) return null;
  if (target.id === agent.ownTicketId || target.ancestorIds.includes(agent.ownTicketId))
    return null;
  return "an agent changes its own ticket, that ticket's sub-tickets, and tickets its own runs created";
}

/** Deleting is for what its own runs created. */
export function mayDeleteTicket(target: TargetFacts): Refusal {
  return target.isOwnCreation ? null : "an agent deletes only tickets that its own runs created";
}

/**
 * Children of what it may change, in any column; root tickets where no enabled automation selects them,
 * for orchestrators and runs without a ticket anywhere.
 */
export function mayCreateTicket(
  agent: AgentFacts,
  ticket: { parent: TargetFacts | null; isColumnSelected: boolean },
): Refusal {
  if (ticket.parent) {
    return mayChangeTicket(agent, ticket.parent) === null
      ? null
      : "an agent creates sub-tickets only under its own ticket and what belongs to it";
  }
  if (!ticket.isColumnSelected || agent.isOrchestrator || agent.ownTicketId === null) return null;
  return "an agent creates root tickets only in columns that no enabled automation selects";
}

/** Done-role columns are closed to agents unless the project opens them. */
export function mayEnterColumn(agent: AgentFacts, role: string): Refusal {
  if (role !== "done" || agent.mayFinish) return null;
  return "an agent may not move a ticket to a column of role done; the project's settings can allow it";
}

/** Throws 403 `AGENT_RIGHTS` for a refusal. */
export function refuseUnlessAllowed(refusal: Refusal): void {
  if (refusal !== null) throw new Failure(403, "AGENT_RIGHTS", refusal);
}

/** The agent's facts in its project, null for everybody who is no agent. */
export async function readAgentFacts(
  tx: Tx,
  actor: Actor,
  projectId: number,
): Promise<AgentFacts | null> {
  if (actor.kind !== "agent") return null;
  if (actor.projectId !== projectId)
    throw new Failure(403, "OTHER_PROJECT", "this run belongs to another project");
  const project = await tx.project.findUniqueOrThrow({
    where: { id: projectId },
    select: { agentsMayFinish: true },
  });
  return {
    ownTicketId: actor.ticketId,
    isOrchestrator: actor.agentType === "orchestrator",
    mayFinish: project.agentsMayFinish,
  };
}

/** Facts about a ticket an agent wants to write to: its ancestors, and whether a run of that agent made it. */
export async function readTargetFacts(
  tx: Tx,
  actor: Actor,
  ticketId: number,
): Promise<TargetFacts> {
  const chain = await tx.$queryRaw<{ id: number; createdByRunId: string | null; depth: number }[]>`
    WITH RECURSIVE "chain" AS (
      SELECT "id", "parentId", "createdByRunId", 0 AS "depth" FROM "Ticket" WHERE "id" = ${ticketId}
      UNION ALL
      SELECT t."id", t."parentId", t."createdByRunId", c."depth" + 1
      FROM "Ticket" t JOIN "chain" c ON t."id" = c."parentId" WHERE c."depth" < 16
    ) SELECT "id", "createdByRunId", "depth" FROM "chain" ORDER BY "depth"`;
  const runId = chain[0]?.createdByRunId ?? null;
  const maker =
    runId === null
      ? null
      : await tx.run.findUnique({ where: { id: runId }, select: { agent: true } });
  return {
    id: ticketId,
    ancestorIds: chain.slice(1).map((row) => row.id),
    isOwnCreation: maker !== null && maker.agent === actor.slug,
  };
}

/** Refuses an agent that may not change this ticket; people pass. */
export async function checkAgentMayChange(
  tx: Tx,
  actor: Actor,
  projectId: number,
  ticketId: number,
): Promise<AgentFacts | null> {
  const agent = await readAgentFacts(tx, actor, projectId);
  if (agent && agent.ownTicketId !== null && agent.ownTicketId !== ticketId) {
    refuseUnlessAllowed(mayChangeTicket(agent, await readTargetFacts(tx, actor, ticketId)));
  }
  return agent;
}

/** Refuses an agent whose new ticket would start something it may not start. */
export async function checkAgentMayCreate(
  tx: Tx,
  actor: Actor,
  projectId: number,
  ticket: { parentId: number | null; column: { name: string; role: string } },
): Promise<void> {
  const agent = await readAgentFacts(tx, actor, projectId);
  if (!agent) return;
  refuseUnlessAllowed(mayEnterColumn(agent, ticket.column.role));
  const parent =
    ticket.parentId === null ? null : await readTargetFacts(tx, actor, ticket.parentId);
  const isColumnSelected =
    parent === null &&
    selectedColumns(await readLiveAutomations(tx, projectId)).has(ticket.column.name);
  refuseUnlessAllowed(mayCreateTicket(agent, { parent, isColumnSelected }));
}
