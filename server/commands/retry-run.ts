import type { Actor } from "#server/contracts/actor.ts";
import { Failure } from "#server/contracts/failure.ts";
import type { RunHarness, StartRunAnswer } from "#server/contracts/run.ts";
import type { Database } from "../store/client.ts";
import { startRun } from "./start-run.ts";

export interface RetryInput {
  projectId: number;
  runId: string;
  /** Absent: that of the run. */
  agent?: string | undefined;
  /** Only this is different from the last try (runs.md §9). */
  harness?: Omit<RunHarness, "noteBy">;
}

/**
 * "Try again": a new run on the same ticket, in the same chain (rule 12): the same once more, with a note,
 * another model, a fresh session, or by another agent (ux 35). 409 while the run has not ended.
 */
export async function retryRun(
  database: Database,
  actor: Actor,
  input: RetryInput,
): Promise<StartRunAnswer> {
  const { harness = {} } = input;
  const run = await database.prisma.run.findFirst({
    where: { id: input.runId, projectId: input.projectId },
    select: { agent: true, state: true, ticket: { select: { number: true } } },
  });
  if (!run) throw new Failure(404, "RUN_UNKNOWN", `no run ${input.runId} in this project`);
  if (run.state !== "ended") throw new Failure(409, "RUN_ACTIVE", "the run has not ended yet");
  if (!run.ticket)
    throw new Failure(
      409,
      "RUN_TICKETLESS",
      "a run without a ticket starts by its automation only",
    );
  return startRun(database, actor, {
    projectId: input.projectId,
    ticketNumber: run.ticket.number,
    agent: input.agent ?? run.agent,
    previousRunId: input.runId,
    harness: harness.note === undefined ? harness : { ...harness, noteBy: actor.name },
  });
}
