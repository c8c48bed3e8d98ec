import type { GateCode } from "#server/contracts/words.ts";
import type { Automation } from "../automation/automation.ts";
import { createGateContext } from "./context.ts";
import { evaluateContext } from "./gates.ts";
import { orderCandidates, waitingSince } from "./order.ts";
import type { Candidate, DispatchSnapshot, GroupReservation } from "./snapshot.ts";

/** An exclusive run that waited this long keeps its groups free (rule 24). */
const RESERVE_AFTER_MS = 10 * 60_000;

/** What an exclusive run may wait for and still keep its groups free. */
const waitsForGroups: ReadonlySet<GateCode> = new Set<GateCode>(["GROUP_BUSY", "EXCLUDED"]);

/** Runs of this rule exclude groups beside their own. */
export function excludesGroups({ actions }: Automation): boolean {
  return actions.some(
    (action) => action.type === "runAgent" && action.mutuallyExclusiveWith.length > 0,
  );
}

/**
 * The oldest exclusive run that has waited 10 min and is held by groups alone. One that also waits for
 * money, a place or anything else keeps nothing free, so two waiters cannot stop each other.
 */
export function findGroupReservation(
  snapshot: DispatchSnapshot,
  candidates: readonly Candidate[],
): GroupReservation | null {
  if (!snapshot.config.automations.some(excludesGroups)) return null;
  const bare: DispatchSnapshot = { ...snapshot, groupReservation: null };
  const waiters: GroupReservation[] = [];
  for (const candidate of orderCandidates(snapshot, candidates)) {
    const since = waitingSince(candidate, snapshot.now);
    if (snapshot.now.getTime() - since.getTime() < RESERVE_AFTER_MS) continue;
    const context = createGateContext(bare, candidate);
    if (context.run === null || context.run.exclusions.length === 0) continue;
    const refusals = evaluateContext(context).filter((result) => !result.pass);
    if (refusals.length === 0 || !refusals.every(({ code }) => waitsForGroups.has(code))) continue;
    waiters.push({
      automationId: candidate.automationId,
      agent: context.run.agent,
      ticketNumber: context.ticket?.number ?? null,
      groups: [...new Set([context.run.group, ...context.run.exclusions])],
      since,
    });
  }
  return waiters.toSorted((a, b) => a.since.getTime() - b.since.getTime())[0] ?? null;
}
