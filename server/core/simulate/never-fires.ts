import type { NeverFires } from "#server/contracts/simulation.ts";
import type { Sentence } from "#server/contracts/why.ts";
import type { Automation } from "../automation/automation.ts";
import { actionOf } from "../automation/actions/registry.ts";
import { triggerOf } from "../automation/triggers/registry.ts";
import type { DispatchSnapshot } from "../dispatch/snapshot.ts";
import { say } from "../dispatch/sentence.ts";
import { contradictionIn } from "./contradictions.ts";

/**
 * Automations that are switched on and cannot start anything on this board, each with the first reason:
 * what the trigger names is not there, nobody can run, a move has no target, or the conditions exclude
 * each other.
 */
export function findNeverFires(snapshot: DispatchSnapshot): NeverFires[] {
  return snapshot.config.automations.flatMap((automation) => {
    if (!automation.enabled) return [];
    const reason = reasonFor(snapshot, automation);
    return reason === null ? [] : [{ automationId: automation.id, reason }];
  });
}

function reasonFor(snapshot: DispatchSnapshot, automation: Automation): Sentence | null {
  if (automation.disabledReason !== undefined) {
    return say("never.invalid", { problem: automation.disabledReason });
  }
  return (
    triggerReason(snapshot, automation) ??
    contradictionIn(automation, snapshot.config.minDescriptionLength) ??
    actionReason(snapshot, automation)
  );
}

function triggerReason(snapshot: DispatchSnapshot, automation: Automation): Sentence | null {
  const { trigger } = automation;
  const definition = triggerOf(trigger);
  if (definition === null || trigger.type === "invalid") return null;
  const columns = definition.columns(trigger);
  if (definition.kind === "level" && columns.length === 0) return say("never.no_columns");
  // Of several columns one is enough for a level trigger; an event trigger needs each it names.
  const unknown = columns.filter((name) => !hasColumn(snapshot, name));
  const isDead =
    definition.kind === "level" ? unknown.length === columns.length : unknown.length > 0;
  if (columns.length > 0 && isDead && trigger.type !== "boardIdle") {
    return say("never.unknown_column", { column: unknown.join(", ") });
  }
  if (trigger.type === "ticketInColumn" && trigger.assigneeSlug !== undefined) {
    return memberReason(snapshot, trigger.assigneeSlug);
  }
  return null;
}

function actionReason(snapshot: DispatchSnapshot, { actions }: Automation): Sentence | null {
  if (actions.length === 0) return say("never.no_actions");
  const first = actions.findIndex((action) => action.type === "runAgent");
  const before = first === -1 ? actions : actions.slice(0, first);
  for (const action of before) {
    if (action.type !== "moveTicketStatus") continue;
    const [column] = actionOf(action).columns(action);
    if (column !== undefined && !hasColumn(snapshot, column)) {
      return say("never.unknown_target", { column });
    }
  }
  const run = actions[first];
  if (run?.type !== "runAgent" || run.agent.includes("{")) return null;
  const member = snapshot.members[run.agent];
  if (member === undefined) return say("never.not_a_member", { agent: run.agent });
  if (member.kind === "person") return say("never.is_person", { agent: run.agent });
  const { skillFileProblems } = snapshot.project;
  const hasSkill =
    member.hasSkill ||
    (run.skillFile !== undefined && skillFileProblems?.[run.skillFile] === undefined);
  return hasSkill ? null : say("never.no_skill", { agent: run.agent });
}

function memberReason(snapshot: DispatchSnapshot, slug: string): Sentence | null {
  return snapshot.members[slug] === undefined ? say("never.unknown_assignee", { slug }) : null;
}

function hasColumn(snapshot: DispatchSnapshot, name: string): boolean {
  return snapshot.columns.some((column) => column.name === name);
}
