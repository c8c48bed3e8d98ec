import type { Automation } from "../automation/automation.ts";
import type { ActionsRequest, RunProblem, RunRequest } from "../automation/plan.ts";
import { resolveRunRequest } from "../automation/resolve.ts";
import { triggerOf } from "../automation/triggers/registry.ts";
import type { TriggerDefinition } from "../automation/triggers/trigger.ts";
import type {
  AutomationStateFacts,
  Candidate,
  DispatchSnapshot,
  MemberFacts,
  PairFacts,
  TicketFacts,
} from "./snapshot.ts";

/** What every gate looks at: the candidate with everything that belongs to it looked up once. */
export interface GateContext {
  snapshot: DispatchSnapshot;
  candidate: Candidate;
  ticket: TicketFacts | null;
  /** The automation that selects it; null for a start no automation names, or a removed one. */
  automation: Automation | null;
  trigger: TriggerDefinition | null;
  automationState: AutomationStateFacts | null;
  request: RunRequest | ActionsRequest | RunProblem;
  /** The run it would start; null for actions alone and where no agent can be named. */
  run: RunRequest | null;
  /** Slug of the agent it is about, also where it cannot start; null for actions alone. */
  agent: string | null;
  member: MemberFacts | null;
  pair: PairFacts | null;
  /** Trigger, condition and switch of the automation are asked (rules 1, 13). */
  isSelectedByRule: boolean;
}

/** Looks everything up that the gates need. */
export function createGateContext(snapshot: DispatchSnapshot, candidate: Candidate): GateContext {
  const { ticket } = candidate;
  const id = candidate.automationId;
  const automation = snapshot.config.automations.find((one) => one.id === id) ?? null;
  const request = resolveRunRequest(snapshot, candidate);
  const run = request.kind === "run" ? request : null;
  const agent = request.kind === "actions" ? null : request.agent;
  return {
    snapshot,
    candidate,
    ticket,
    automation,
    trigger: automation === null ? null : triggerOf(automation.trigger),
    automationState: id === null ? null : (snapshot.automationStates[id] ?? null),
    request,
    run,
    agent,
    member: agent === null ? null : (snapshot.members[agent] ?? null),
    pair: ticket?.pairs[agent ?? ""] ?? null,
    isSelectedByRule: candidate.cause === "trigger" || candidate.cause === "chain",
  };
}
