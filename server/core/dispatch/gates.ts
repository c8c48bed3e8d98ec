import { gateCodes } from "#server/contracts/words.ts";
import type { GateCode } from "#server/contracts/words.ts";
import type { GateResult } from "#server/contracts/why.ts";
import { createGateContext } from "./context.ts";
import type { GateContext } from "./context.ts";
import { forceableGates, notApplicable } from "./gate.ts";
import { gates } from "./gates/registry.ts";
import { isOwnBackoff } from "./gates/retry.ts";
import type { Candidate, DispatchSnapshot } from "./snapshot.ts";

/**
 * Every gate for one candidate, in the order of `gateCodes`; none short-circuits. What does not apply
 * passes with `actual: null`; what a person's start skips passes with `forced: true` (rule 13).
 */
export function evaluateGates(snapshot: DispatchSnapshot, candidate: Candidate): GateResult[] {
  return evaluateContext(createGateContext(snapshot, candidate));
}

/** The same, for a candidate that was looked up before. */
export function evaluateContext(context: GateContext): GateResult[] {
  return gateCodes.map((code) => evaluateGate(code, context));
}

/** The first gate that refuses: the reason; null = it may start. */
export function firstRefusal(results: readonly GateResult[]): GateResult | null {
  return results.find((result) => !result.pass) ?? null;
}

/** What gates say that have nothing to say: most of them about most candidates. */
const silent = Object.fromEntries(
  gateCodes.map((code) => [code, Object.freeze({ code, ...notApplicable })]),
) as Readonly<Record<GateCode, GateResult>>;

function evaluateGate(code: GateCode, context: GateContext): GateResult {
  const judgement = gates[code].judge(context);
  if (judgement === notApplicable) return silent[code];
  const { pass, expected, actual, until, since } = judgement;
  const isForced = !pass && mayForce(code, context);
  return {
    code,
    pass: pass || isForced,
    ...(isForced ? { forced: true } : {}),
    expected,
    actual,
    ...(until ? { until: until.toISOString() } : {}),
    ...(since ? { since: since.toISOString() } : {}),
  };
}

function mayForce(code: GateCode, context: GateContext): boolean {
  if (!context.candidate.isForced || !forceableGates.has(code)) return false;
  return code !== "BACKOFF" || !isOwnBackoff(context);
}
