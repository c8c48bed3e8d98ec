import type { SimulatedStart, SimulationDifference } from "#server/contracts/simulation.ts";

/** Lines kept per list of the answer. */
const MAX_LINES = 200;
/** A start that moves by less is the same start. */
const SAME_WITHIN_MS = 60_000;

type StartKey = Pick<SimulatedStart, "at" | "ticket" | "agent" | "automationId">;

/**
 * Two simulations from the same moment, start by start: the n-th start of an agent by a rule on a ticket
 * is the same one in both.
 */
export function compareStarts(
  before: readonly SimulatedStart[],
  after: readonly SimulatedStart[],
): SimulationDifference {
  const old = byTurn(before);
  const now = byTurn(after);
  const added = [...now].flatMap(([turn, start]) => (old.has(turn) ? [] : [keyOf(start)]));
  const removed = [...old].flatMap(([turn, start]) => (now.has(turn) ? [] : [keyOf(start)]));
  const changed = [...now].flatMap(([turn, start]) => {
    const was = old.get(turn);
    if (was === undefined) return [];
    const movedMs = Math.abs(new Date(start.at).getTime() - new Date(was.at).getTime());
    return movedMs < SAME_WITHIN_MS ? [] : [{ ...keyOf(start), was: was.at }];
  });
  return {
    added: added.slice(0, MAX_LINES),
    removed: removed.slice(0, MAX_LINES),
    changed: changed.slice(0, MAX_LINES),
  };
}

function byTurn(starts: readonly SimulatedStart[]): Map<string, SimulatedStart> {
  const turns = new Map<string, number>();
  const found = new Map<string, SimulatedStart>();
  for (const start of starts) {
    const key = `${start.ticket ?? ""}\n${start.agent}\n${start.automationId ?? ""}`;
    const turn = (turns.get(key) ?? 0) + 1;
    turns.set(key, turn);
    found.set(`${key}\n${turn}`, start);
  }
  return found;
}

function keyOf({ at, ticket, agent, automationId }: SimulatedStart): StartKey {
  return { at, ticket, agent, automationId };
}
