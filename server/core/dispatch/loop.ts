import type { Sentence } from "#server/contracts/why.ts";
import { joinWords, say } from "./sentence.ts";
import type { LoopFacts } from "./snapshot.ts";

/** So many runs of one agent on one ticket without a progress token are a loop (rule 15). */
const SAME_AGENT_RUNS = 4;
/** A,B,A,B,A,B. */
const ALTERNATING_RUNS = 6;
/** Changes by automations on one ticket since the last human event. */
const AUTOMATION_CHANGES = 12;

/** Why a pair is held. `runs` are ids, oldest first. */
export type LoopEvidence =
  | { kind: "same_agent"; agent: string; runs: string[] }
  | { kind: "alternating"; agents: [string, string]; runs: string[] }
  | { kind: "changes"; count: number };

/**
 * Whether an agent (null = actions alone) goes round in circles on a ticket since a person last touched
 * it (engine.md §5): 4 of its runs, or A,B,A,B,A,B with it, without a new commit, a column never
 * visited, a new child or a done-role column reached; or 12 changes by automations, where each run with
 * progress allows 12 more, so that review, fix and review with a new commit each time goes on.
 */
export function findLoop(facts: LoopFacts | undefined, agent: string | null): LoopEvidence | null {
  if (facts === undefined) return null;
  const progress = facts.runs.filter((run) => run.progress).length;
  if (agent !== null) {
    const tail = facts.runs.slice(facts.runs.findLastIndex((run) => run.progress) + 1);
    const own = tail.filter((run) => run.agent === agent).map((run) => run.runId);
    if (own.length >= SAME_AGENT_RUNS) return { kind: "same_agent", agent, runs: own };
    const turns = alternation(tail, agent);
    if (turns !== null) return turns;
  }
  return facts.automationChanges >= AUTOMATION_CHANGES * (progress + 1)
    ? { kind: "changes", count: facts.automationChanges }
    : null;
}

/** The evidence in words, for the gate, the comment and the row under Needs you. */
export function loopSentence(evidence: LoopEvidence): Sentence {
  if (evidence.kind === "changes")
    return say("gate.LOOP_SUSPECTED.changes", { count: evidence.count });
  const { runs } = evidence;
  return evidence.kind === "same_agent"
    ? say("gate.LOOP_SUSPECTED.same_agent", { agent: evidence.agent, count: runs.length })
    : say("gate.LOOP_SUSPECTED.alternating", {
        agents: joinWords(evidence.agents),
        count: runs.length,
      });
}

/** Six runs in a row that two agents took in turn, the agent in question being one of them. */
function alternation(tail: LoopFacts["runs"], agent: string): LoopEvidence | null {
  for (let end = tail.length; end >= ALTERNATING_RUNS; end -= 1) {
    const turns = tail.slice(end - ALTERNATING_RUNS, end);
    const [first, second] = turns;
    if (first === undefined || second === undefined || first.agent === second.agent) continue;
    if (agent !== first.agent && agent !== second.agent) continue;
    if (!turns.every((run, index) => run.agent === (index % 2 === 0 ? first : second).agent))
      continue;
    return {
      kind: "alternating",
      agents: [first.agent, second.agent],
      runs: turns.map((run) => run.runId),
    };
  }
  return null;
}
