import type { PairFacts, TicketFacts } from "#server/core/dispatch/snapshot.ts";
import type { Tx } from "../store/client.ts";
import { readCreationChains } from "../store/sql/read-creation-chains.ts";
import { readPairRuns } from "../store/sql/read-pair-runs.ts";
import { readTouches } from "../store/sql/read-touches.ts";
import { buildPairFacts } from "./pair-facts.ts";

/** An unsaved text younger than this holds a start (gate BEING_EDITED), ms. */
const DRAFT_FRESH_MS = 120_000;

export interface FactsScope {
  projectId: number;
  ticketIds: number[];
  /** Ids of the automations whose last admission matters. */
  automationIds: string[];
  /** Slugs of the agents that could run. */
  agents: string[];
  now: Date;
}

/**
 * What decisions need to know about these tickets, by a fixed number of queries whatever their number.
 * Deleted tickets are included (gate TICKET_CLOSED). Keyed by ticket id.
 */
export async function readTicketFacts(
  tx: Tx,
  scope: FactsScope,
): Promise<Map<number, TicketFacts>> {
  const { ticketIds, now } = scope;
  if (ticketIds.length === 0) return new Map();
  const tickets = await tx.ticket.findMany({
    where: { id: { in: ticketIds }, projectId: scope.projectId },
    include: {
      column: { select: { name: true } },
      parent: { select: { number: true } },
      labels: { select: { label: { select: { name: true } } } },
      children: {
        where: { deletedAt: null },
        select: { number: true, column: { select: { name: true } } },
        orderBy: { number: "asc" },
      },
      blockers: {
        where: { blocker: { deletedAt: null, column: { role: { not: "done" } } } },
        select: { blocker: { select: { number: true } } },
      },
      drafts: {
        where: { updatedAt: { gt: new Date(now.getTime() - DRAFT_FRESH_MS) } },
        select: { user: { select: { handle: true } } },
      },
    },
  });
  const pairs = await readPairs(tx, scope);
  const chains = await readCreationChains(tx, ticketIds);
  return new Map(
    tickets.map((ticket): [number, TicketFacts] => [
      ticket.id,
      {
        id: ticket.id,
        number: ticket.number,
        title: ticket.title,
        description: ticket.description,
        column: ticket.column.name,
        orderKey: ticket.orderKey,
        assignee: ticket.assignee,
        priority: ticket.priority,
        labels: ticket.labels.map((row) => row.label.name),
        level: ticket.level,
        parentNumber: ticket.parent?.number ?? null,
        revision: ticket.revision,
        isDeleted: ticket.deletedAt !== null,
        createdAt: ticket.createdAt,
        updatedAt: ticket.updatedAt,
        enteredColumnAt: ticket.enteredColumnAt,
        beingEditedBy: ticket.drafts[0]?.user.handle ?? null,
        openBlockers: ticket.blockers.map((row) => row.blocker.number).sort((a, b) => a - b),
        creationChain: chains.get(ticket.id) ?? 0,
        children: ticket.children.map((row) => ({ number: row.number, column: row.column.name })),
        pairs: pairs.get(ticket.id) ?? {},
      },
    ]),
  );
}

async function readPairs(
  tx: Tx,
  scope: FactsScope,
): Promise<Map<number, Record<string, PairFacts>>> {
  const { ticketIds } = scope;
  const runs = await readPairRuns(tx, ticketIds);
  const touches = await readTouches(tx, ticketIds);
  const firings = await tx.firing.findMany({
    where: {
      ticketId: { in: ticketIds },
      state: "owed",
      cause: { in: ["retry", "wake", "answer"] },
    },
    select: { ticketId: true, agent: true, cause: true, dueAt: true, payload: true },
  });
  const acts = await tx.firing.groupBy({
    by: ["ticketId", "automationId"],
    where: { ticketId: { in: ticketIds }, state: "admitted", cause: "trigger", runs: { none: {} } },
    _max: { sourceSeq: true },
  });
  return new Map(
    ticketIds.map((ticketId) => [
      ticketId,
      buildPairFacts({
        ...scope,
        // "" stands for automations that run no agent.
        agents: ["", ...scope.agents],
        acts: Object.fromEntries(
          acts.flatMap((act) =>
            act.ticketId === ticketId && act.automationId !== null
              ? [[act.automationId, Number(act._max.sourceSeq ?? 0)]]
              : [],
          ),
        ),
        runs: runs.filter((run) => run.ticketId === ticketId),
        touches: touches.filter((touch) => touch.ticketId === ticketId),
        owed: firings.filter((firing) => firing.ticketId === ticketId),
      }),
    ]),
  );
}
