import type { RunOutcome } from "#server/contracts/words.ts";
import { isOwnStep } from "#server/core/automation/actions/action.ts";
import { told } from "./action-note.ts";
import type { ActionNote } from "./action-note.ts";
import type { Step } from "./step-owner.ts";

export interface EndedAs {
  outcome: RunOutcome;
  /** It waits for a person's answer: it has not completed yet. */
  isParked: boolean;
  /** It reached `running`. */
  hasStarted: boolean;
}

/** By the run's outcome, never by its verdict (rule 2). An agent that never ran has learned nothing. */
export function isForOutcome(step: Step, { outcome, isParked, hasStarted }: EndedAs): boolean {
  if (step.type === "consolidateAgentMemory" || step.type === "commitAgentMemory") {
    if (!hasStarted) return false;
  }
  if (step.on === "always") return true;
  if (step.on === "completed") return outcome === "completed" && !isParked;
  return outcome !== "completed" && outcome !== "stopped";
}

/** Steps that only a worker can carry out and that none did: they are said, not forgotten. */
export function leftUndone(steps: Step[]): ActionNote[] {
  return steps
    .filter((step) => step.type !== "chain")
    .filter(isOwnStep)
    .map(({ type, index }) => ({
      type,
      index,
      ok: false,
      ...told("action.not_done", { action: type }),
    }));
}
