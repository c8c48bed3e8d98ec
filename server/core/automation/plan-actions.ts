/**
 * What stands around a run, from an automation's list of actions: which of it belongs to the admission,
 * which the run still owes before its agent starts, and which follows its end (rules 14, 33).
 */
import type { Candidate } from "../dispatch/snapshot.ts";
import { isBoardAction, isOwnStep } from "./actions/action.ts";
import type { ActionFacts } from "./actions/action.ts";
import type { Action } from "./actions/registry.ts";
import { actionOf } from "./actions/registry.ts";
import { fillPlaceholders } from "./placeholders.ts";
import type { BoardAction, PlannedAction } from "./plan.ts";

interface Split {
  actionsBefore: BoardAction[];
  actionsOwed: PlannedAction[];
}

/** The actions around the runAgent at `index`; `nextActionIndex` is the next runAgent of the chain. */
export function planAroundRun(
  actions: Action[],
  index: number,
  facts: ActionFacts,
  candidate: Candidate,
): Split & { actionsAfter: PlannedAction[]; nextActionIndex: number | null } {
  const previous = actions.slice(0, index).findLastIndex((action) => action.type === "runAgent");
  const next = actions.findIndex((action, at) => at > index && action.type === "runAgent");
  const after = planned(actions, index + 1, next === -1 ? actions.length : next, facts);
  return {
    ...splitForAdmission(
      planned(actions, previous + 1, index, facts).filter(
        (action) =>
          // After an earlier run of the chain, memories were seen to at its end.
          !(previous !== -1 && isMemoryAction(action)) &&
          !(action.type === "moveTicketStatus" && action.to === facts.ticket?.column),
      ),
      candidate,
    ),
    // Between two runs only the memory belongs to the first: the rest is the second's admission.
    actionsAfter: next === -1 ? after : after.filter(isMemoryAction),
    nextActionIndex: next === -1 ? null : next,
  };
}

/** All actions of an automation that runs no agent. */
export function planActionsOnly(
  actions: Action[],
  facts: ActionFacts,
  candidate: Candidate,
): Split {
  const all = planned(actions, 0, actions.length, facts);
  const first = all.findIndex(isOwnStep);
  if (first === -1) return { actionsBefore: all.filter(isBoardAction), actionsOwed: [] };
  const before = all.slice(0, first).filter(isBoardAction);
  return { actionsBefore: notDone(before, candidate), actionsOwed: all.slice(first) };
}

/** What follows a run that compacted a memory: the commits between it and the next run of any kind. */
export function planAfterMemory(actions: Action[], index: number, agent: string): PlannedAction[] {
  const result: PlannedAction[] = [];
  for (const [at, action] of actions.entries()) {
    if (at <= index) continue;
    if (action.type === "runAgent" || action.type === "consolidateAgentMemory") break;
    if (action.type !== "commitAgentMemory") continue;
    // Who the assignee was is known from when the run was asked for; its ticket is not.
    const named = fillPlaceholders(action.agent, { assignee: agent });
    result.push({ type: "commitAgentMemory", index: at, on: action.on, agent: named });
  }
  return result;
}

/** Actions in [from, to); commits that wait for a compacted memory are left to that run. */
function planned(actions: Action[], from: number, to: number, facts: ActionFacts): PlannedAction[] {
  const result: PlannedAction[] = [];
  let isCompacting = false;
  for (const [index, action] of actions.entries()) {
    if (action.type === "consolidateAgentMemory") isCompacting = true;
    if (action.type === "runAgent") isCompacting = false;
    if (index < from || index >= to) continue;
    if (action.type === "commitAgentMemory" && isCompacting) continue;
    const plan = actionOf(action).plan(action, index, facts);
    if (plan !== null) result.push(plan);
  }
  return result;
}

function isMemoryAction(action: PlannedAction): boolean {
  return action.type === "consolidateAgentMemory" || action.type === "commitAgentMemory";
}

/**
 * A move always is part of the admission, so that no gate judges a board that is about to change. The
 * other changes of the board are too, up to the first step that cannot be: what follows it waits for it.
 */
function splitForAdmission(all: PlannedAction[], candidate: Candidate): Split {
  const first = all.findIndex(isOwnStep);
  const isInAdmission = (action: PlannedAction, at: number): boolean =>
    action.type === "moveTicketStatus" || first === -1 || at < first;
  return {
    actionsBefore: notDone(all.filter(isInAdmission).filter(isBoardAction), candidate),
    actionsOwed: notDone(
      all.filter((action, at) => !isInAdmission(action, at)),
      candidate,
    ),
  };
}

/** A firing whose run never began is admitted again: only what it says is left of these is done. */
function notDone<A extends PlannedAction>(actions: A[], { firing }: Candidate): A[] {
  const left = firing?.payload["actionsLeft"];
  if (!Array.isArray(left)) return actions;
  return actions.filter(
    (action) => action.type === "moveTicketStatus" || left.includes(action.index),
  );
}
