import type { SelectsMany } from "#server/contracts/simulation.ts";
import type { GateCode } from "#server/contracts/words.ts";
import type { StartRequest } from "../automation/plan.ts";
import { levelCandidate } from "../dispatch/candidates.ts";
import { decide } from "../dispatch/decide.ts";
import { passingGates } from "../dispatch/gate.ts";
import { firstRefusal } from "../dispatch/gates.ts";
import { orderCandidates } from "../dispatch/order.ts";
import { resolveRunRequest } from "../automation/resolve.ts";
import type { DispatchSnapshot, TicketFacts } from "../dispatch/snapshot.ts";
import { createBoard } from "./board.ts";
import { estimateRun } from "./estimate.ts";
import type { RunRecords } from "./estimate.ts";
import { windowOf } from "./look.ts";

/** Saving asks when an automation selects more than so many tickets (ux.md 12). */
const ASKS_ABOVE = 3;
/** Tickets named in the question. */
const NAMED = 20;

/** A refusal by one of these says that the rule does not select the ticket, or is done with it. */
const notSelecting: ReadonlySet<GateCode> = new Set<GateCode>([
  "TICKET_CLOSED",
  "AUTOMATION_OFF",
  "NO_MATCH",
  "CONDITION",
  "NOTHING_CHANGED",
]);

/** One ticket that a level automation selects at this moment. */
export interface Selection {
  automationId: string;
  ticket: number;
  ticketId: number;
  /** It starts at once, waits for what passes by itself, or for somebody. */
  fate: "starts" | "waits" | "held";
  request: StartRequest | null;
}

/**
 * What the level automations select now, in the order in which it would start, judged by the dispatcher.
 * At most `limit` tickets per automation; `isCut` = there may be more.
 */
export function selectNow(
  snapshot: DispatchSnapshot,
  tickets: readonly TicketFacts[],
  limit: number,
): { selections: Selection[]; isCut: boolean } {
  const board = createBoard(snapshot, tickets, []);
  let isCut = false;
  const candidates = board.queues.automations.flatMap((automation) => {
    const found = [...windowOf(board, automation, limit)];
    isCut ||= found.length >= limit;
    return found.map((ticket) => levelCandidate(automation.id, ticket));
  });
  const decision = decide(snapshot, candidates);
  const byKey = new Map<string, Selection>();
  const add = (candidate: (typeof candidates)[number], fate: Selection["fate"]): void => {
    const { automationId, ticket } = candidate;
    if (automationId === null || ticket === null) return;
    const request = resolveRunRequest(snapshot, candidate);
    byKey.set(keyOf(automationId, ticket.id), {
      automationId,
      ticket: ticket.number,
      ticketId: ticket.id,
      fate,
      request: request.kind === "problem" ? null : request,
    });
  };
  for (const { candidate } of decision.admissions) add(candidate, "starts");
  for (const { candidate, gates } of decision.refusals) {
    const code = firstRefusal(gates)?.code;
    if (code === undefined || gates.some((gate) => !gate.pass && notSelecting.has(gate.code))) {
      continue;
    }
    const isPassing = gates.every((gate) => gate.pass || passingGates.has(gate.code));
    add(candidate, isPassing ? "waits" : "held");
  }
  const selections = orderCandidates(snapshot, candidates).flatMap(
    ({ automationId, ticket }) => byKey.get(keyOf(automationId ?? "", ticket?.id ?? 0)) ?? [],
  );
  return { selections, isCut };
}

/** Of two looks at the same moment, what only the second one selects. */
export function newSelections(
  before: readonly Selection[],
  after: readonly Selection[],
): Selection[] {
  const known = new Set(before.map(({ automationId, ticketId }) => keyOf(automationId, ticketId)));
  return after.filter(({ automationId, ticketId }) => !known.has(keyOf(automationId, ticketId)));
}

/** Automations whose new tickets are so many that saving asks which of them may start. */
export function asksWhichStart(
  snapshot: DispatchSnapshot,
  selections: readonly Selection[],
): SelectsMany[] {
  return snapshot.config.automations.flatMap(({ id, name }) => {
    const own = selections.filter(({ automationId }) => automationId === id);
    if (own.length <= ASKS_ABOVE) return [];
    const named = own.slice(0, NAMED).map(({ ticket }) => ticket);
    return [{ automationId: id, name, count: own.length, tickets: named }];
  });
}

/** What these starts cost together, usually and at worst, in USD. */
export function costOf(
  selections: readonly Selection[],
  records: RunRecords,
): { low: number; high: number } {
  let low = 0;
  let high = 0;
  for (const { request } of selections) {
    if (request?.kind !== "run") continue;
    const { lowUsd, highUsd } = estimateRun(records, request);
    low += lowUsd;
    high += highUsd;
  }
  return { low: cents(low), high: cents(high) };
}

function cents(usd: number): number {
  return Math.round(usd * 100) / 100;
}

function keyOf(automationId: string, ticketId: number): string {
  return `${automationId}/${ticketId}`;
}
