import type { GateCode } from "#server/contracts/words.ts";
import { createGateContext } from "./context.ts";
import { evaluateContext, firstRefusal } from "./gates.ts";
import { queuePlaces } from "./order.ts";
import type { Candidate, DispatchSnapshot } from "./snapshot.ts";

/** What a place in the line of a group is about: others are, or were, first. */
const lineCodes: ReadonlySet<GateCode> = new Set<GateCode>(["GROUP_BUSY", "EXCLUDED", "RESERVED"]);

/** Whether a reason is one that a place in a line belongs to. */
export function isLineCode(code: GateCode): boolean {
  return lineCodes.has(code);
}

/** A place in the line of a group, from 1, and the ticket before it or the one that holds the group. */
export interface LinePlace {
  place: number;
  ahead: number | null;
}

/** Where a candidate stands among all that wait for its group; null = in no line. */
export function findLinePlace(
  snapshot: DispatchSnapshot,
  candidates: readonly Candidate[],
  own: Candidate,
): LinePlace | null {
  const isOwn = (one: Candidate): boolean =>
    one.ticket?.id === own.ticket?.id &&
    one.automationId === own.automationId &&
    one.firing?.id === own.firing?.id;
  const others = candidates.filter((one) => !isOwn(one));
  const line = [own, ...others].flatMap((candidate) => {
    const context = createGateContext(snapshot, candidate);
    const refusal = firstRefusal(evaluateContext(context));
    if (context.run === null || refusal === null || !isLineCode(refusal.code)) return [];
    return [{ candidate, group: context.run.group, actual: refusal.actual }];
  });
  const [self] = line;
  if (self === undefined || self.candidate !== own) return null;
  const places = queuePlaces(snapshot, line);
  const place = places[0] ?? null;
  if (place === null) return null;
  const before = line.find(
    ({ group }, index) => group === self.group && places[index] === place - 1,
  );
  return { place, ahead: before?.candidate.ticket?.number ?? holderOf(self.actual) };
}

function holderOf(actual: unknown): number | null {
  const ticket = (actual as { ticket?: unknown } | null)?.ticket;
  return typeof ticket === "number" ? ticket : null;
}
