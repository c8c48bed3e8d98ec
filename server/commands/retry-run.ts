import type { Actor } from "#server/contracts/actor.ts";
import { Failure } from "#server/contracts/failure.ts";
import type { StartRunAnswer } from "#server/contracts/run.ts";
import type { Database } from "../store/client.ts";
import { startRun } from "./start-run.ts";

/** "Try again": a new run of the same agent on the same ticket, in the same chain (rule 12). */
export async function retryRun(
  database: Database,
  actor: Actor,
  input: { projectId: number; runId: string },
): Promise<StartRunAnswer> {
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
    agent: run.agent,
    previousRunId: input.runId,
  });
}
