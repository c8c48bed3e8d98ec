import type { Automation } from "#server/core/automation/automation.ts";
import { firingCandidate, levelCandidate } from "#server/core/dispatch/candidates.ts";
import type { OwedFiring } from "#server/core/dispatch/candidates.ts";
import type { Candidate, DispatchSnapshot, TicketFacts } from "#server/core/dispatch/snapshot.ts";
import type { FiringCause } from "#server/contracts/words.ts";
import type { Tx } from "../store/client.ts";
import type { Firing } from "../store/generated/client.ts";
import { findLevelCandidates } from "../store/sql/find-level-candidates.ts";
import { readTicketFacts } from "./ticket-facts.ts";

/** A tick judges at most this many tickets per automation (rule 36). */
export const MAX_CANDIDATES = 200;

/** Agents that could run in this project. */
export function agentsOf(snapshot: DispatchSnapshot): string[] {
  return Object.values(snapshot.members)
    .filter((member) => member.kind === "agent")
    .map((member) => member.slug);
}

/** Facts of tickets as this snapshot's decisions need them. */
export function factsFor(
  tx: Tx,
  snapshot: DispatchSnapshot,
  ticketIds: number[],
): Promise<Map<number, TicketFacts>> {
  return readTicketFacts(tx, {
    projectId: snapshot.project.id,
    ticketIds: [...new Set(ticketIds)],
    automationIds: snapshot.config.automations.map((automation) => automation.id),
    agents: agentsOf(snapshot),
    now: snapshot.now,
  });
}

/** Tickets the level triggers of these automations may select, with their facts. */
export async function readLevelCandidates(
  tx: Tx,
  snapshot: DispatchSnapshot,
  automations: Automation[],
): Promise<Candidate[]> {
  const found: { automationId: string; ticketId: number }[] = [];
  for (const automation of automations) {
    const { trigger } = automation;
    if (trigger.type !== "ticketInColumn" || trigger.columns.length === 0) continue;
    const ids = await findLevelCandidates(tx, {
      projectId: snapshot.project.id,
      automationId: automation.id,
      columns: trigger.columns,
      assignee: trigger.assigneeSlug ?? null,
      limit: MAX_CANDIDATES,
    });
    found.push(...ids.map((ticketId) => ({ automationId: automation.id, ticketId })));
  }
  const facts = await factsFor(
    tx,
    snapshot,
    found.map((one) => one.ticketId),
  );
  return found.flatMap(({ automationId, ticketId }) => {
    const ticket = facts.get(ticketId);
    return ticket ? [levelCandidate(automationId, ticket)] : [];
  });
}

/** Owed firings that are due, oldest first, with the facts of their tickets. */
export async function readDueFirings(tx: Tx, snapshot: DispatchSnapshot): Promise<Candidate[]> {
  const firings = await tx.firing.findMany({
    where: { projectId: snapshot.project.id, state: "owed", dueAt: { lte: snapshot.now } },
    orderBy: [{ dueAt: "asc" }, { id: "asc" }],
    take: MAX_CANDIDATES,
  });
  const ids = firings.flatMap((firing) => (firing.ticketId === null ? [] : [firing.ticketId]));
  const facts = await factsFor(tx, snapshot, ids);
  return firings.flatMap((firing) => {
    const ticket = firing.ticketId === null ? null : facts.get(firing.ticketId);
    return ticket === undefined ? [] : [firingCandidate(toOwedFiring(firing), ticket)];
  });
}

/** An owed firing for the core. A person's start skips what rule 13 says. */
export function toOwedFiring(firing: Firing): OwedFiring {
  const cause = firing.cause as FiringCause;
  return {
    id: Number(firing.id),
    automationId: firing.automationId,
    agent: firing.agent,
    cause,
    dueAt: firing.dueAt,
    createdAt: firing.createdAt,
    failures: firing.failures,
    payload: firing.payload as Record<string, unknown>,
    requestedBy: firing.requestedBy,
    isForced:
      firing.requestedBy !== null &&
      (cause === "manual" || cause === "message" || cause === "answer"),
  };
}
