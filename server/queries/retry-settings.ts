import { Failure } from "#server/contracts/failure.ts";
import type { RetrySettings } from "#server/contracts/run.ts";
import { resolveRunRequest } from "#server/core/automation/resolve.ts";
import { strongerModel } from "#server/core/run/stronger-model.ts";
import type { Database } from "../store/client.ts";
import { factsFor } from "./candidates.ts";
import { readDispatchSnapshot } from "./dispatch-snapshot.ts";
import { runUnknown } from "./run.ts";

/**
 * What another try of a run would use (ux 35): the settings of the first automation that runs its agent,
 * else front matter and defaults. 422 `AGENT_UNAVAILABLE` when nothing can start for it.
 */
export async function readRetrySettings(
  database: Database,
  projectId: number,
  runId: string,
): Promise<RetrySettings> {
  const { prisma } = database;
  const run = await prisma.run.findFirst({
    where: { id: runId, projectId },
    select: { agent: true, ticketId: true },
  });
  if (!run) throw runUnknown(runId);
  const snapshot = await readDispatchSnapshot(prisma, projectId);
  const { agent, ticketId } = run;
  const ticket =
    ticketId === null ? null : (await factsFor(prisma, snapshot, [ticketId])).get(ticketId);
  const request = resolveRunRequest(snapshot, {
    automationId: null,
    ticket: ticket ?? null,
    cause: "manual",
    agent,
    firing: null,
    isForced: true,
  });
  if (request.kind !== "run") {
    throw new Failure(422, "AGENT_UNAVAILABLE", `${agent} cannot start in this project`);
  }
  const session =
    ticketId === null
      ? null
      : await prisma.agentSession.findUnique({
          where: { projectId_agent_ticketId: { projectId, agent, ticketId } },
          select: { isStarted: true },
        });
  return {
    agent,
    rule: request.automationName,
    group: request.group,
    model: request.model,
    strongerModel: strongerModel(request.model),
    maxTurns: request.maxTurns,
    maxCostUsd: request.maxCostUsd,
    session: session?.isStarted ? "resume" : "fresh",
  };
}
