import type {
  Candidate,
  DispatchSnapshot,
  MemberFacts,
  TicketFacts,
} from "../dispatch/snapshot.ts";
import { reservationFor } from "../dispatch/reservation.ts";
import type { Automation } from "./automation.ts";
import { isLive } from "./automation.ts";
import type { PlannedAction } from "./actions/action.ts";
import type { Action, RunAgentAction } from "./actions/registry.ts";
import { actionOf } from "./actions/registry.ts";
import { runAgent } from "./actions/run-agent.ts";
import { fillPlaceholders } from "./placeholders.ts";
import type { ActionsRequest, RunProblem, RunRequest } from "./plan.ts";
import { defaultBackoff } from "./triggers/trigger.ts";
import { triggerOf } from "./triggers/registry.ts";

/** Turns per run where nobody says otherwise. */
const DEFAULT_MAX_TURNS = 200;

/** The settings of a run that no automation names. */
const plainRun = runAgent.schema.parse({ type: "runAgent", agent: "{assignee}" });

/** One runAgent of an automation and what stands around it. */
interface Step {
  automation: Automation;
  index: number;
  action: RunAgentAction;
}

/**
 * What a candidate would start: agent, group, exclusions, limits and the actions around the run, or
 * why that cannot be said. Pure and complete: the admission stores the result as it is.
 */
export function resolveRunRequest(
  snapshot: DispatchSnapshot,
  candidate: Candidate,
): RunRequest | ActionsRequest | RunProblem {
  if (candidate.cause === "trigger" || candidate.cause === "chain") {
    const automation = automationById(snapshot, candidate.automationId);
    if (automation === null) {
      return { kind: "problem", code: "no_automation", agent: candidate.agent };
    }
    const step = stepOf(automation, candidate);
    return step === null
      ? actionsRequest(snapshot, candidate, automation)
      : requestFor(snapshot, candidate, agentOf(step.action, candidate.ticket), step);
  }
  return resolveStart(snapshot, candidate);
}

/** Manual starts, retries, wakes, messages and answers (rule 13). */
function resolveStart(snapshot: DispatchSnapshot, candidate: Candidate): RunRequest | RunProblem {
  const agent = candidate.agent ?? candidate.ticket?.assignee ?? null;
  if (agent === null) return { kind: "problem", code: "no_assignee", agent: null };
  const continues =
    candidate.automationId ??
    (candidate.cause === "manual"
      ? null
      : (candidate.ticket?.pairs[agent]?.lastRun?.automationId ?? null));
  const named = automationById(snapshot, continues);
  const step =
    (named === null ? null : stepFor(named, agent, candidate)) ??
    firstStep(snapshot, agent, candidate);
  const request = requestFor(snapshot, candidate, agent, step);
  if (request.kind === "problem") return request;
  const columns = new Set(snapshot.columns.map((column) => column.name));
  return {
    ...request,
    actionsBefore: request.actionsBefore.filter(
      (action) => action.type === "moveTicketStatus" && columns.has(action.to),
    ),
  };
}

function automationById(snapshot: DispatchSnapshot, id: string | null): Automation | null {
  if (id === null) return null;
  return snapshot.config.automations.find((automation) => automation.id === id) ?? null;
}

/** The runAgent a trigger starts with, or the one a chain goes on with. */
function stepOf(automation: Automation, candidate: Candidate): Step | null {
  const asked = candidate.firing?.payload["actionIndex"];
  const from = candidate.cause === "chain" && typeof asked === "number" ? asked : 0;
  return nextStep(automation, from);
}

function nextStep(automation: Automation, from: number): Step | null {
  for (const [index, action] of automation.actions.entries()) {
    if (index >= from && action.type === "runAgent") return { automation, index, action };
  }
  return null;
}

/** The first runAgent of an automation that runs this agent, by name or as the ticket's assignee. */
function stepFor(automation: Automation, agent: string, candidate: Candidate): Step | null {
  for (const [index, action] of automation.actions.entries()) {
    if (action.type !== "runAgent") continue;
    if (agentOf(action, candidate.ticket) === agent || action.agent === "{assignee}") {
      return { automation, index, action };
    }
  }
  return null;
}

function firstStep(snapshot: DispatchSnapshot, agent: string, candidate: Candidate): Step | null {
  for (const automation of snapshot.config.automations.filter(isLive)) {
    const step = stepFor(automation, agent, candidate);
    if (step !== null && agentOf(step.action, candidate.ticket) === agent) return step;
  }
  return null;
}

/** The agent of a runAgent; null = `{assignee}` without one. */
function agentOf(action: RunAgentAction, ticket: TicketFacts | null): string | null {
  if (action.agent.includes("{assignee}") && (ticket?.assignee ?? "") === "") return null;
  return fillPlaceholders(action.agent, {
    assignee: ticket?.assignee ?? "",
    ticketId: ticket === null ? "none" : String(ticket.number),
  });
}

function requestFor(
  snapshot: DispatchSnapshot,
  candidate: Candidate,
  agent: string | null,
  step: Step | null,
): RunRequest | RunProblem {
  if (agent === null) return { kind: "problem", code: "no_assignee", agent: null };
  const member = snapshot.members[agent];
  if (member === undefined) return { kind: "problem", code: "not_a_member", agent };
  if (member.kind === "person") return { kind: "problem", code: "assignee_is_person", agent };

  const { ticket } = candidate;
  const action = step?.action ?? plainRun;
  const isolation = action.isolation ?? snapshot.project.isolation;
  const isWriter =
    member.agentType === null || member.agentType === "coder" || member.agentType === "devops";
  const names = { assignee: agent, ticketId: ticket === null ? "none" : String(ticket.number) };
  const group =
    action.concurrencyGroup === undefined
      ? defaultGroup(snapshot, member, ticket, isolation, isWriter)
      : fillPlaceholders(action.concurrencyGroup, names);
  const maxCostUsd = action.maxCostUsd ?? null;
  const next = step === null ? null : nextStep(step.automation, step.index + 1);
  const trigger = step === null ? null : triggerOf(step.automation.trigger);
  return {
    kind: "run",
    agent,
    automationId: step?.automation.id ?? null,
    automationName: step?.automation.name ?? null,
    actionIndex: step?.index ?? null,
    skillFile: action.skillFile === undefined ? null : fillPlaceholders(action.skillFile, names),
    group,
    exclusions: action.mutuallyExclusiveWith.map((name) => fillPlaceholders(name, names)),
    model: action.model ?? member.model,
    fallbackModel: action.fallbackModel ?? null,
    maxTurns: smallest(action.maxTurns ?? null, member.maxTurns) ?? DEFAULT_MAX_TURNS,
    maxCostUsd,
    reservationUsd: reservationFor({ maxCostUsd, recentCostsUsd: member.recentCostsUsd ?? [] }),
    timeoutSeconds: action.timeoutSeconds,
    env: action.env,
    isolation,
    restoreStatusOnFail: action.restoreStatusOnFail,
    contract: action.contract,
    contextMode: action.contextMode,
    context: action.context ?? null,
    isWriter,
    actionsBefore: step === null ? [] : actionsBefore(snapshot, ticket, step),
    actionsAfter:
      step === null || next !== null
        ? []
        : planned(snapshot, ticket, step.automation.actions, step.index + 1, undefined),
    nextActionIndex: next?.index ?? null,
    maxConsecutiveRuns:
      step === null || step.automation.trigger.type === "invalid"
        ? 5
        : step.automation.trigger.maxConsecutiveRuns,
    backoff:
      step === null || trigger === null ? defaultBackoff : trigger.backoff(step.automation.trigger),
  };
}

/** ux.md 11: one writer per folder, a group per ticket in an own copy, readers by themselves. */
function defaultGroup(
  snapshot: DispatchSnapshot,
  member: MemberFacts,
  ticket: TicketFacts | null,
  isolation: "workspace" | "worktree",
  isWriter: boolean,
): string {
  if (snapshot.project.isImported || !isWriter) return member.slug;
  if (isolation === "workspace") return "workspace";
  return ticket === null ? member.slug : `ticket-${ticket.number}`;
}

function smallest(a: number | null, b: number | null): number | null {
  if (a === null) return b;
  return b === null ? a : Math.min(a, b);
}

/** Actions since the previous runAgent of the chain: they belong to this admission (rule 33). */
function actionsBefore(
  snapshot: DispatchSnapshot,
  ticket: TicketFacts | null,
  step: Step,
): PlannedAction[] {
  const earlier = step.automation.actions.slice(0, step.index);
  const previous = earlier.findLastIndex((action) => action.type === "runAgent");
  const all = planned(snapshot, ticket, step.automation.actions, previous + 1, step.index);
  return all.filter(
    (action) => !(action.type === "moveTicketStatus" && action.to === ticket?.column),
  );
}

function planned(
  snapshot: DispatchSnapshot,
  ticket: TicketFacts | null,
  actions: Action[],
  from: number,
  to: number | undefined,
): PlannedAction[] {
  const result: PlannedAction[] = [];
  for (const [index, action] of actions.entries()) {
    if (index < from || (to !== undefined && index >= to)) continue;
    const plan = actionOf(action).plan(action, index, { snapshot, ticket });
    if (plan !== null) result.push(plan);
  }
  return result;
}

function actionsRequest(
  snapshot: DispatchSnapshot,
  candidate: Candidate,
  automation: Automation,
): ActionsRequest {
  return {
    kind: "actions",
    agent: null,
    automationId: automation.id,
    automationName: automation.name,
    actionsBefore: planned(snapshot, candidate.ticket, automation.actions, 0, undefined),
  };
}
