import type { RunOutcome } from "#server/contracts/words.ts";
import { triggerOf } from "#server/core/automation/triggers/registry.ts";
import { defaultBackoff } from "#server/core/automation/triggers/trigger.ts";
import { retryLimit } from "#server/core/run/backoff.ts";
import type { EndingFacts } from "#server/core/run/ending.ts";
import { readConfigOf } from "../queries/automations.ts";
import { readTicketFacts } from "../queries/ticket-facts.ts";
import type { SqlRunner } from "../store/sql-runner.ts";
import type { EndRow } from "../store/sql/read-ends.ts";

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
  sql: SqlRunner,
  run: EndRow,
  input: EndInput,
): Promise<EndingFacts> {
  const config = await readConfigOf(sql, run.projectId, run.liveHash);
  const automation = config.automations.find((one) => one.id === run.automationId);
  const trigger = automation?.trigger;
  const definition = trigger ? triggerOf(trigger) : null;
  const maxConsecutiveRuns =
    trigger && trigger.type !== "invalid" ? trigger.maxConsecutiveRuns : DEFAULT_TRIES;
  const { ticket } = run;
  return {
    now: input.now,
    agent: run.agent,
    outcome: input.outcome,
    stoppedBy:
      input.outcome === "stopped"
        ? { name: run.stopRequestedBy ?? "system", isPerson: run.stopRequestedByKind === "person" }
        : null,
    hasStarted: run.hasStarted,
    hasProgress: run.hasProgress,
    hasSession: run.hasSession,
    isUntouched: !run.isTouched,
    restoreStatusOnFail: run.restoreStatusOnFail,
    isCardUnmoved: ticket !== null && !input.hasMoved && ticket.column === run.columnAfter,
    failures: await countFailures(sql, run, input),
    limit: retryLimit({ retries: run.retries, maxConsecutiveRuns }),
    backoff: trigger && definition ? definition.backoff(trigger) : defaultBackoff,
    isDaysCap: input.outcome === "budget_exceeded" && !run.hasOwnLimit,
    resetsAt: input.resetsAt,
    hasOpenQuestion: input.isParked,
    onLost: run.onLost === "ask" ? "ask" : "resume",
    lostInARow: input.outcome === "lost" ? await countLostInARow(sql, run) : 0,
    // Whose turn it is when nothing goes on by itself: who wrote the ticket, else the board's owner.
    owner: ticket?.createdByKind === "person" ? ticket.createdBy : run.owner,
    random01: input.random01,
  };
}

/** Failures of the pair before this end; a good end forgets them, so they are not counted then. */
async function countFailures(sql: SqlRunner, run: EndRow, input: EndInput): Promise<number> {
  if (input.outcome === "completed" && !input.isParked) return 0;
  // Without a ticket the chain of firings counts.
  const chained = run.firing?.failures ?? 0;
  if (run.ticketId === null) return chained;
  const facts = await readTicketFacts(sql, {
    projectId: run.projectId,
    ticketIds: [run.ticketId],
    automationIds: [],
    agents: [run.agent],
    now: input.now,
  });
  return facts.get(run.ticketId)?.pairs[run.agent]?.failures ?? chained;
}

/** Runs of the pair in a row, this one included, that were lost without a word of the agent. */
async function countLostInARow(sql: SqlRunner, run: EndRow): Promise<number> {
  // An event that came out of the agent's own output was stored; events of ours have no place there.
  const rows = await sql.$queryRaw<{ id: string; outcome: string | null; hasSpoken: boolean }[]>`
    SELECT r."id", r."outcome", EXISTS (SELECT 1 FROM "RunEvent" e WHERE e."runId" = r."id" AND e."offset" > 0) AS "hasSpoken"
      FROM "Run" r
     WHERE r."id" = ${run.id} OR (r."projectId" = ${run.projectId} AND r."agent" = ${run.agent}
                                  AND r."ticketId" IS NOT DISTINCT FROM ${run.ticketId}::int AND r."state" = 'ended')
     ORDER BY r."id" = ${run.id} DESC, r."createdAt" DESC, r."id" DESC LIMIT ${MAX_LOST_READ + 1}`;
  const isSilent = (row: (typeof rows)[number]): boolean =>
    !row.hasSpoken && (row.id === run.id || row.outcome === "lost");
  const first = rows.findIndex((row) => !isSilent(row));
  return first === -1 ? rows.length : first;
}
