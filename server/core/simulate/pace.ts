import type { Automation } from "../automation/automation.ts";
import type { SimulatedBoard } from "./board.ts";

/** The engine's pace: what a look starts is seen by the next one. */
const TICK_MS = 1_000;
/** How often conditions that depend on the time alone are asked again. */
const TIME_CONDITION_MS = 900_000;

/** When each level automation is looked at: after a change at once, else at its own period. */
export interface Pace {
  /** Level automations to look at now, with those whose tickets' time has come; they count as looked at. */
  take(board: SimulatedBoard, atMs: number, woken: ReadonlySet<string>): Automation[];
  /** When each of them is due, as things stand. */
  times(board: SimulatedBoard): number[];
}

export function createPace(level: readonly Automation[]): Pace {
  const seen = new Map<string, { version: number; atMs: number }>();
  const dueMs = (automation: Automation, version: number): number => {
    const last = seen.get(automation.id);
    if (last === undefined) return -Infinity;
    const { trigger } = automation;
    const hasTimeCondition = automation.conditions.some(({ type }) => type === "ticketAge");
    const byTime = hasTimeCondition ? last.atMs + TIME_CONDITION_MS : Infinity;
    if (last.version === version || trigger.type === "invalid") return byTime;
    const periodMs = trigger.immediate ? TICK_MS : trigger.seconds * 1_000;
    return Math.min(byTime, last.atMs + periodMs);
  };
  return {
    take(board, atMs, woken) {
      const due = level.filter(
        (automation) => woken.has(automation.id) || dueMs(automation, board.version) <= atMs,
      );
      for (const { id } of due) seen.set(id, { version: board.version, atMs });
      notePolls(board, due);
      return due;
    },
    times: (board) => level.map((automation) => dueMs(automation, board.version)),
  };
}

/** The gate NOT_DUE reads when an automation that takes no hints was looked at last. */
function notePolls(board: SimulatedBoard, looked: readonly Automation[]): void {
  const { automationStates, now } = board.snapshot;
  const polled = looked.flatMap(({ id, trigger }) => {
    if (trigger.type === "invalid" || trigger.immediate) return [];
    const state = automationStates[id] ?? {
      triggerType: trigger.type,
      isEnabled: true,
      cursor: 0,
      startsAfter: null,
      heldBy: null,
      heldUntil: null,
    };
    return [[id, { ...state, lastPolledAt: now }] as const];
  });
  if (polled.length === 0) return;
  board.snapshot = {
    ...board.snapshot,
    automationStates: { ...automationStates, ...Object.fromEntries(polled) },
  };
}
