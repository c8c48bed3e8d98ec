import { waitForRun } from "../change.ts";
import type { GateContext } from "../context.ts";
import type { Gate } from "../gate.ts";
import { say } from "../sentence.ts";
import type { ActiveRunFacts } from "../snapshot.ts";
import { ruleName } from "./automation-off.ts";

/**
 * An active run exists for (agent, ticket), without a ticket for the automation (rule 21). A rule also
 * waits while any run is active on its ticket: of several that select it, the next comes after the
 * first's run (rule 33).
 */
export const duplicate: Gate = {
  judge(context) {
    const run = runInTheWay(context);
    return {
      pass: run === null,
      expected: "no active run",
      actual: run === null ? null : { run: run.id, agent: run.agent, ticket: run.ticketNumber },
      since: run?.startedAt ?? null,
    };
  },
  sentence(context) {
    const run = runInTheWay(context);
    if (run === null || run.ticketNumber === null) {
      return say("gate.DUPLICATE.ticketless", { rule: ruleName(context) });
    }
    return run.agent === context.agent
      ? say("gate.DUPLICATE", { agent: run.agent, ticket: run.ticketNumber })
      : say("gate.DUPLICATE.other", { other: run.agent, ticket: run.ticketNumber });
  },
  change(context) {
    const run = runInTheWay(context);
    return run === null ? null : waitForRun(run, context.snapshot.now);
  },
};

function runInTheWay(context: GateContext): ActiveRunFacts | null {
  const { snapshot, ticket, candidate, agent } = context;
  const { activeRuns } = snapshot;
  if (ticket === null) {
    const id = candidate.automationId;
    return activeRuns.find((run) => run.ticketId === null && run.automationId === id) ?? null;
  }
  const onTicket = activeRuns.filter((run) => run.ticketId === ticket.id);
  const same = onTicket.find((run) => run.agent === agent);
  return same ?? (candidate.cause === "trigger" ? (onTicket[0] ?? null) : null);
}
