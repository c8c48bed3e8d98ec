import { waitUntil } from "../change.ts";
import type { GateContext } from "../context.ts";
import { notApplicable } from "../gate.ts";
import type { Gate } from "../gate.ts";
import { momentText, say } from "../sentence.ts";

/**
 * A firing's due time, the rest a ticket needs (debounce) or, where hints are switched off, the poll
 * that has not seen the ticket yet. The worker's own schedule is no reason: a ticket that was looked at
 * says what held it then. A firing that waits after a failed start is BACKOFF, not this.
 */
export const notDue: Gate = {
  judge(context) {
    const due = dueAt(context);
    if (due === null) return notApplicable;
    const pass = due.at.getTime() <= context.snapshot.now.getTime();
    return {
      pass,
      expected: `from ${momentText(due.at)}`,
      actual: momentText(context.snapshot.now),
      until: pass ? null : due.at,
    };
  },
  sentence(context) {
    const due = dueAt(context);
    const until = momentText(due?.at ?? context.snapshot.now);
    return due?.why === "rest"
      ? say("gate.NOT_DUE.rest", { until })
      : say("gate.NOT_DUE", { until });
  },
  change: (context) => waitUntil(dueAt(context)?.at ?? null),
};

function dueAt(context: GateContext): { at: Date; why: "firing" | "rest" | "poll" } | null {
  const { candidate, trigger, automation, automationState, ticket } = context;
  const { firing } = candidate;
  if (firing !== null) {
    const isBackoff = firing.failures > 0 || candidate.cause === "retry";
    return isBackoff ? null : { at: firing.dueAt, why: "firing" };
  }
  if (candidate.cause !== "trigger" || trigger === null || automation === null || ticket === null) {
    return null;
  }
  const changedAt = Math.max(ticket.enteredColumnAt.getTime(), ticket.updatedAt.getTime());
  const restMs = trigger.restMs(automation.trigger);
  const rest = restMs === 0 ? null : { at: new Date(changedAt + restMs), why: "rest" as const };
  if (automation.trigger.type === "invalid" || automation.trigger.immediate) return rest;
  const polledAt = automationState?.lastPolledAt ?? null;
  if (polledAt === null || changedAt <= polledAt.getTime()) return rest;
  const poll = new Date(polledAt.getTime() + automation.trigger.seconds * 1000);
  return rest !== null && rest.at.getTime() > poll.getTime() ? rest : { at: poll, why: "poll" };
}
