import type {
  AutomationVerdict,
  GateResult,
  Sentence,
  SmallestChange,
  WhyAnswer,
} from "#server/contracts/why.ts";
import { createGateContext } from "./context.ts";
import type { GateContext } from "./context.ts";
import { evaluateContext, firstRefusal } from "./gates.ts";
import { gates } from "./gates/registry.ts";
import { waitingSince } from "./order.ts";
import type { Candidate, DispatchSnapshot } from "./snapshot.ts";

/** What all automations say about one ticket, and the one reason its card shows. */
export interface Explanation {
  automations: AutomationVerdict[];
  waits: WhyAnswer["waits"];
  /** The candidate behind `waits`, for its place in the queue (see `queuePlaces`). */
  speaker: Candidate | null;
}

/**
 * Judges every candidate of one ticket by the engine's own gates (see `candidatesForTicket`). `waits` is
 * null where nothing selects the ticket or something is about to start; its `place` and `ahead` are the
 * caller's to fill, who knows the queue.
 */
export function explain(snapshot: DispatchSnapshot, candidates: readonly Candidate[]): Explanation {
  const judged = candidates.map((candidate) => {
    const context = createGateContext(snapshot, candidate);
    const results = evaluateContext(context);
    return { context, results, verdict: verdictOf(context, results) };
  });
  const speaker = speakerOf(judged);
  return {
    automations: judged.map(({ verdict }) => verdict),
    waits: speaker === null ? null : waitsOf(speaker),
    speaker: speaker?.context.candidate ?? null,
  };
}

/** One plain sentence for a gate that refuses. */
export function sentenceFor(
  gate: Pick<GateResult, "code">,
  snapshot: DispatchSnapshot,
  candidate: Candidate,
): Sentence {
  return gates[gate.code].sentence(createGateContext(snapshot, candidate));
}

/** The smallest change that makes a gate pass that refuses; null = there is none. */
export function smallestChange(
  gate: Pick<GateResult, "code">,
  snapshot: DispatchSnapshot,
  candidate: Candidate,
): SmallestChange | null {
  return gates[gate.code].change(createGateContext(snapshot, candidate));
}

interface Judged {
  context: GateContext;
  results: GateResult[];
  verdict: AutomationVerdict;
}

function verdictOf(context: GateContext, results: GateResult[]): AutomationVerdict {
  const refusal = firstRefusal(results);
  const id = context.candidate.automationId ?? context.candidate.cause;
  return {
    automationId: id,
    automationName: context.automation?.name ?? id,
    agent: context.agent,
    admitted: refusal === null,
    gates: results,
    primary: refusal?.code ?? null,
    sentence: refusal === null ? null : gates[refusal.code].sentence(context),
    smallestChange: refusal === null ? null : gates[refusal.code].change(context),
  };
}

/** Of several, the one that passed most gates speaks (ux.md 15); of equals, the first. */
function speakerOf(judged: Judged[]): Judged | null {
  if (judged.some(({ verdict }) => verdict.admitted)) return null;
  return judged
    .filter(isWaiting)
    .reduce<Judged | null>(
      (best, one) => (best === null || passes(one) > passes(best) ? one : best),
      null,
    );
}

function waitsOf({ context, results, verdict }: Judged): WhyAnswer["waits"] {
  const refusal = firstRefusal(results);
  if (refusal === null || verdict.sentence === null) return null;
  return {
    code: refusal.code,
    sentence: verdict.sentence,
    since: refusal.since ?? waitingSince(context.candidate, context.snapshot.now).toISOString(),
    place: null,
    group: context.run?.group ?? null,
    smallestChange: verdict.smallestChange,
  };
}

/** Selected by a rule that is meant to be on, or owed. */
function isWaiting({ context, results }: Judged): boolean {
  const has = (code: GateResult["code"]): boolean =>
    results.some((result) => result.code === code && !result.pass);
  if (has("NO_MATCH") || has("TICKET_CLOSED")) return false;
  const isOff = context.automation === null || !context.automation.enabled;
  return !(has("AUTOMATION_OFF") && isOff);
}

function passes({ results }: Judged): number {
  return results.filter((result) => result.pass).length;
}
