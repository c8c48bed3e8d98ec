import type { FiringCause } from "#server/contracts/words.ts";
import { isLive } from "../automation/automation.ts";
import { triggerOf } from "../automation/triggers/registry.ts";
import type { Candidate, DispatchSnapshot, TicketFacts } from "./snapshot.ts";

/** A row of owed work on a ticket, as the database has it. */
export interface OwedFiring {
  id: number;
  automationId: string | null;
  agent: string | null;
  cause: FiringCause;
  dueAt: Date;
  createdAt: Date;
  failures: number;
  payload: Record<string, unknown>;
  requestedBy: string | null;
  /** A person's start. */
  isForced: boolean;
}

/** What a level automation might start on a ticket now. */
export function levelCandidate(automationId: string, ticket: TicketFacts | null): Candidate {
  return { automationId, ticket, cause: "trigger", agent: null, firing: null, isForced: false };
}

/** An owed firing as a candidate. */
export function firingCandidate(firing: OwedFiring, ticket: TicketFacts | null): Candidate {
  const { automationId, agent, cause, isForced, ...row } = firing;
  return { automationId, ticket, cause, agent, firing: row, isForced };
}

/**
 * Everything that could start on one ticket, for its explanation: first the firings owed to it, then
 * every automation of the file that has none.
 */
export function candidatesForTicket(
  snapshot: DispatchSnapshot,
  ticket: TicketFacts,
  firings: readonly OwedFiring[],
): Candidate[] {
  const owed = firings.map((firing) => firingCandidate(firing, ticket));
  const covered = new Set(
    firings.filter((firing) => firing.cause === "trigger").map((firing) => firing.automationId),
  );
  const rules = snapshot.config.automations
    .filter((automation) => !covered.has(automation.id))
    .filter((automation) => triggerOf(automation.trigger)?.isTicketless !== true)
    .map((automation) => levelCandidate(automation.id, ticket));
  return [...owed, ...rules];
}

/** Level automations that may start something, in file order. */
export function liveLevelAutomations(snapshot: DispatchSnapshot): string[] {
  return snapshot.config.automations
    .filter((automation) => isLive(automation) && triggerOf(automation.trigger)?.kind === "level")
    .map((automation) => automation.id);
}
