import type { RunHarness } from "#server/contracts/run.ts";
import type {
  Candidate,
  DispatchSnapshot,
  MemberFacts,
  TicketFacts,
} from "../dispatch/snapshot.ts";
import { reservationFor } from "../dispatch/reservation.ts";
import type { Automation } from "./automation.ts";
import { isLive } from "./automation.ts";
import { memoryAgent } from "./actions/agent-memory.ts";
import type { ConsolidateNode, RunAgentAction } from "./actions/registry.ts";
import { runAgent } from "./actions/run-agent.ts";
import { mayWrite } from "./may-write.ts";
import { fillPlaceholders } from "./placeholders.ts";
import { planActionsOnly, planAfterMemory, planAroundRun } from "./plan-actions.ts";
import type { ActionsRequest, RunProblem, RunRequest } from "./plan.ts";
import { defaultBackoff } from "./triggers/trigger.ts";
import { triggerOf } from "./triggers/registry.ts";

/** Turns per run where nobody says otherwise. */
const DEFAULT_MAX_TURNS = 200;

/** A run that compacts a memory is over in minutes. */
const MEMORY_TIMEOUT_SECONDS = 900;

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
    const memory = memoryStepOf(automation, candidate);
    if (memory !== null) return memoryRequest(snapshot, candidate, automation, memory);
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
  const harness = harnessOf(candidate);
  return {
    ...request,
    // The person's word goes before the rule's; a limit only gets smaller (rule 30).
    harness,
    model: harness.model ?? request.model,
    maxTurns: smallest(request.maxTurns, harness.maxTurns ?? null) ?? request.maxTurns,
    actionsBefore: request.actionsBefore.filter(
      (action) => action.type === "moveTicketStatus" && columns.has(action.to),
    ),
    // Done by the start this one goes on with, or not asked for by a person's.
    actionsOwed: [],
  };
}

/** Of the start itself, or as its firing keeps it. */
function harnessOf({ harness, firing }: Candidate): RunHarness {
  return harness ?? (firing?.payload["harness"] as RunHarness | undefined) ?? {};
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

/** A chain's firing may be for a run that compacts an agent's memory. */
function memoryStepOf(
  automation: Automation,
  { cause, firing }: Candidate,
): { index: number; action: ConsolidateNode } | null {
  const index = firing?.payload["memoryIndex"];
  if (cause !== "chain" || typeof index !== "number") return null;
  const action = automation.actions[index];
  return action?.type === "consolidateAgentMemory" ? { index, action } : null;
}

/** A run without a ticket and with few turns; what the agent is for stays out of it. */
function memoryRequest(
  snapshot: DispatchSnapshot,
  candidate: Candidate,
  automation: Automation,
  { index, action }: { index: number; action: ConsolidateNode },
): RunRequest | RunProblem {
  const agent = candidate.agent ?? memoryAgent(action.agent, candidate.ticket);
  const request = requestFor(snapshot, candidate, agent, null);
  if (request.kind === "problem") return request;
  return {
    ...request,
    automationId: automation.id,
    automationName: automation.name,
    actionIndex: index,
    model: action.model ?? request.model,
    maxTurns: Math.min(action.maxTurns, request.maxTurns),
    timeoutSeconds: MEMORY_TIMEOUT_SECONDS,
    isolation: "workspace",
    memory: { instructionFile: action.instructionFile },
    actionsAfter: planAfterMemory(automation.actions, index, request.agent),
  };
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
  const isWriter = mayWrite(member.agentType);
  const names = { assignee: agent, ticketId: ticket === null ? "none" : String(ticket.number) };
  const group =
    action.concurrencyGroup === undefined
      ? defaultGroup(snapshot, member, ticket, isolation, isWriter)
      : fillPlaceholders(action.concurrencyGroup, names);
  const maxCostUsd = action.maxCostUsd ?? null;
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
    harness: {},
    memory: null,
    ...(step === null
      ? { actionsBefore: [], actionsOwed: [], actionsAfter: [], nextActionIndex: null }
      : planAroundRun(step.automation.actions, step.index, { snapshot, ticket }, candidate)),
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
    ...planActionsOnly(automation.actions, { snapshot, ticket: candidate.ticket }, candidate),
  };
}
