import type { RunOutcome } from "#server/contracts/words.ts";
import { triggerOf } from "#server/core/automation/triggers/registry.ts";
import { defaultBackoff } from "#server/core/automation/triggers/trigger.ts";
import { retryLimit } from "#server/core/run/backoff.ts";
import type { EndingFacts } from "#server/core/run/ending.ts";
import { readLiveAutomations } from "../queries/automations.ts";
import { readTicketFacts } from "../queries/ticket-facts.ts";
import type { Tx } from "../store/client.ts";
import type { Prisma } from "../store/generated/client.ts";
import type { Contract } from "./derive-contract.ts";

export type RunToSettle = Prisma.RunGetPayload<{
  include: { project: true; ticket: { include: { column: true } }; firing: true };
}>;

/** `maxConsecutiveRuns` where no automation says otherwise. */
const DEFAULT_TRIES = 5;
/** `lost` runs in a row beyond this number change nothing. */
const MAX_LOST_READ = 5;

export interface EndInput {
  outcome: RunOutcome;
  resetsAt: Date | null;
  now: Date;
  random01: number;
  isParked: boolean;
  /** A post-run action moved the card. */
  hasMoved: boolean;
}

/** What the table of rule 2 wants to know about a run that ends now. */
export async function readEndingFacts(
  tx: Tx,
  run: RunToSettle,
  input: EndInput,
): Promise<EndingFacts> {
  const config = await readLiveAutomations(tx, run.projectId);
  const automation = config.automations.find((one) => one.id === run.automationId);
  const trigger = automation?.trigger;
  const definition = trigger ? triggerOf(trigger) : null;
  const maxConsecutiveRuns =
    trigger && trigger.type !== "invalid" ? trigger.maxConsecutiveRuns : DEFAULT_TRIES;
  const contract = run.contract as unknown as Contract;
  const pair = await readPair(tx, run, input.now);
  return {
    now: input.now,
    agent: run.agent,
    outcome: input.outcome,
    stoppedBy:
      input.outcome === "stopped"
        ? { name: run.stopRequestedBy ?? "system", isPerson: run.stopRequestedByKind === "person" }
        : null,
    hasStarted: run.startedAt !== null,
    hasProgress: run.hasProgress,
    hasSession: run.startedAt !== null && run.sessionId !== null && run.ticketId !== null,
    isUntouched: !(await isTouched(tx, run)),
    restoreStatusOnFail: run.restoreStatusOnFail,
    isCardUnmoved:
      run.ticket !== null && !input.hasMoved && run.ticket.column.name === run.columnAfter,
    // Without a ticket the chain of firings counts.
    failures: pair?.failures ?? run.firing?.failures ?? 0,
    limit: retryLimit({ retries: contract.failure.retries, maxConsecutiveRuns }),
    backoff: trigger && definition ? definition.backoff(trigger) : defaultBackoff,
    isDaysCap: input.outcome === "budget_exceeded" && run.maxCostUsd === null,
    resetsAt: input.resetsAt,
    hasOpenQuestion: input.isParked,
    onLost: run.project.onLost === "ask" ? "ask" : "resume",
    lostInARow: input.outcome === "lost" ? await countLostInARow(tx, run) : 0,
    owner: await readOwner(tx, run),
    random01: input.random01,
  };
}

/** Whose turn it is when nothing goes on by itself: who wrote the ticket, else the board's owner. */
async function readOwner(tx: Tx, run: RunToSettle): Promise<string | null> {
  if (run.ticket?.createdByKind === "person") return run.ticket.createdBy;
  const owner = await tx.user.findFirst({
    where: { role: "owner", disabledAt: null },
    orderBy: { id: "asc" },
    select: { handle: true },
  });
  return owner?.handle ?? null;
}

async function readPair(tx: Tx, run: RunToSettle, now: Date) {
  if (run.ticketId === null) return null;
  const facts = await readTicketFacts(tx, {
    projectId: run.projectId,
    ticketIds: [run.ticketId],
    automationIds: [],
    agents: [run.agent],
    now,
  });
  return facts.get(run.ticketId)?.pairs[run.agent] ?? null;
}

/** Somebody moved or changed the ticket since the admission (comments are no change of it). */
async function isTouched(tx: Tx, run: RunToSettle): Promise<boolean> {
  if (run.ticketId === null) return true;
  const rows = await tx.$queryRaw<{ found: number }[]>`
    SELECT 1 AS found FROM "Activity"
     WHERE "ticketId" = ${run.ticketId} AND "revision" > ${run.admittedRevision}
       AND ("data"->'changes' @> '[{"field":"status"}]'
            OR ("actorKind" = 'person' AND "kind" IN ('ticket_changed', 'ticket_moved', 'ticket_deleted')))
     LIMIT 1`;
  return rows.length > 0;
}

/** Runs of the pair in a row, this one included, that were lost without a word of the agent. */
async function countLostInARow(tx: Tx, run: RunToSettle): Promise<number> {
  if (await hasSpoken(tx, run.id)) return 0;
  const earlier = await tx.run.findMany({
    where: { projectId: run.projectId, agent: run.agent, ticketId: run.ticketId, state: "ended" },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: MAX_LOST_READ,
    select: { id: true, outcome: true },
  });
  let lost = 1;
  for (const { id, outcome } of earlier) {
    if (outcome !== "lost" || (await hasSpoken(tx, id))) break;
    lost += 1;
  }
  return lost;
}

/** An event that came out of the agent's own output was stored; events of ours have no place there. */
async function hasSpoken(tx: Tx, runId: string): Promise<boolean> {
  return (await tx.runEvent.findFirst({ where: { runId, offset: { gt: 0 } } })) !== null;
}
