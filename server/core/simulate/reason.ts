import type { GateCode } from "#server/contracts/words.ts";
import type { GateResult } from "#server/contracts/why.ts";
import { firstRefusal } from "../dispatch/gates.ts";

/** Refusals that say a rule has nothing to do with the ticket: they never speak over another one. */
export const notSelected: ReadonlySet<GateCode> = new Set<GateCode>([
  "NO_MATCH",
  "TICKET_CLOSED",
  "AUTOMATION_OFF",
]);

/** Gates that pass: of several rules that hold a ticket, the one with most of them speaks (ux.md 15). */
export function countPasses(gates: readonly GateResult[]): number {
  return gates.filter((gate) => gate.pass).length;
}

/** The one reason for a ticket that several rules refuse; null = nothing refuses it. */
export function speakingRefusal(refusals: readonly GateResult[][]): GateResult | null {
  let best: { gate: GateResult; isSelected: boolean; passes: number } | null = null;
  for (const gates of refusals) {
    const gate = firstRefusal(gates);
    if (gate === null) continue;
    const one = { gate, isSelected: !notSelected.has(gate.code), passes: countPasses(gates) };
    const isBetter =
      best === null ||
      Number(one.isSelected) - Number(best.isSelected) > 0 ||
      (one.isSelected === best.isSelected && one.passes > best.passes);
    if (isBetter) best = one;
  }
  return best?.gate ?? null;
}
