import type { ConditionType } from "../automation/conditions/registry.ts";
import type { GateResult } from "#server/contracts/why.ts";
import type { GateCode } from "#server/contracts/words.ts";
import { firstRefusal } from "../dispatch/gates.ts";
import { isRecord } from "../automation/parse-node.ts";
import type { Candidate, DispatchSnapshot, TicketFacts } from "../dispatch/snapshot.ts";

/** Conditions that look at the ticket alone: the same ticket gives the same answer. */
const aboutTheTicket: ReadonlySet<ConditionType> = new Set<ConditionType>([
  "minDescriptionLength",
  "fieldLength",
  "labels",
  "priority",
  "assignedTo",
  "ticketInColumn",
  "hasParent",
  "allSubTicketsInStatus",
]);

/** Gates whose answer follows from the ticket and what does not change in a simulation. */
const aboutThePair: ReadonlySet<GateCode> = new Set<GateCode>([
  "PROJECT_PAUSED",
  "TICKET_CLOSED",
  "NO_MATCH",
  "CONTRACT_NOT_READY",
  "DEPTH_LIMIT",
  "NOTHING_CHANGED",
  "LOOP_SUSPECTED",
  "RETRIES_SPENT",
  "BLOCKED",
  "AGENT_UNAVAILABLE",
  "WORKSPACE_INVALID",
  "WORKSPACE_UNTRUSTED",
  "STOPPED_BY_PERSON",
  "BEING_EDITED",
  "TAKEN_OVER",
  "DISK_LOW",
  "ENGINE_DOWN",
]);

/** A refusal that is remembered, so that what cannot have changed is not judged again. */
export interface Refusal {
  code: GateCode;
  automationId: string | null;
  ticket: TicketFacts | null;
  /** Group it would run in. */
  group: string | null;
  /** The run in the way. */
  runId: string | null;
  freeUsd: number;
  untilMs: number | null;
}

export function rememberRefusal(
  snapshot: DispatchSnapshot,
  candidate: Candidate,
  gates: readonly GateResult[],
): Refusal | null {
  const gate = firstRefusal(gates);
  if (gate === null) return null;
  const run = isRecord(gate.actual) ? gate.actual["run"] : null;
  const groupGate = gates.find(({ code }) => code === "GROUP_BUSY");
  const group = isRecord(groupGate?.expected) ? groupGate.expected["free"] : null;
  return {
    code: gate.code,
    automationId: candidate.automationId,
    ticket: candidate.ticket,
    group: typeof group === "string" ? group : null,
    runId: typeof run === "string" ? run : null,
    freeUsd: freeUsd(snapshot),
    untilMs: gate.until ? new Date(gate.until).getTime() : null,
  };
}

/**
 * Whether a remembered refusal surely holds still, so that judging again would refuse again. Where it is
 * not sure, the dispatcher is asked.
 */
export function stillHolds(
  refusal: Refusal,
  snapshot: DispatchSnapshot,
  candidate: Candidate,
): boolean {
  if (refusal.untilMs !== null) {
    return refusal.ticket === candidate.ticket && refusal.untilMs > snapshot.now.getTime();
  }
  switch (refusal.code) {
    case "GROUP_BUSY":
      return [...snapshot.activeRuns, ...(snapshot.parkedRuns ?? [])].some(
        ({ group }) => group !== null && group === refusal.group,
      );
    case "DUPLICATE":
    case "EXCLUDED":
      return snapshot.activeRuns.some(({ id }) => id === refusal.runId);
    case "SLOTS_FULL":
      return snapshot.slots.active >= snapshot.slots.capacity;
    case "BUDGET_REACHED":
    case "BUDGET_RESERVED":
      return freeUsd(snapshot) <= refusal.freeUsd;
    case "CONDITION":
      return refusal.ticket === candidate.ticket && readsTicketOnly(snapshot, candidate);
    default:
      return refusal.ticket === candidate.ticket && aboutThePair.has(refusal.code);
  }
}

function readsTicketOnly({ config }: DispatchSnapshot, { automationId }: Candidate): boolean {
  const automation = config.automations.find(({ id }) => id === automationId);
  return automation?.conditions.every(({ type }) => aboutTheTicket.has(type)) === true;
}

/** What is left of the day's money, supervisors' included: more of it may admit somebody. */
function freeUsd({ budget }: DispatchSnapshot): number {
  if (budget.capUsd === null) return Infinity;
  const free = budget.capUsd - budget.spentUsd - budget.reservedUsd;
  return free + Math.max(0, budget.supervisorCapUsd - budget.supervisorSpentUsd);
}
