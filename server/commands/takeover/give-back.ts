import type { Actor } from "#server/contracts/actor.ts";
import { Failure } from "#server/contracts/failure.ts";
import { activityActor, writeActivity } from "../../store/activity.ts";
import type { Database } from "../../store/client.ts";
import { oweFiring } from "../../store/sql/owe-firing.ts";
import { inTransaction } from "../../store/transaction.ts";
import { lockSession } from "./lock-session.ts";

export interface GiveBack {
  projectId: number;
  runId: string;
  /** False: the hold ends and nothing starts by it (a take-over that is taken back). */
  resume: boolean;
}

/**
 * POST …/giveback: ends TAKEN_OVER; with `resume` the agent goes on in the session, first in line, and is
 * told to look at what the person did there. What it asked before is closed: it was talked about in that
 * session. 409 `NOT_TAKEN_OVER`.
 */
export async function giveBack(
  database: Database,
  actor: Actor,
  input: GiveBack,
  now: Date,
): Promise<void> {
  await inTransaction(database, async (tx) => {
    const { run, ticket, session } = await lockSession(tx, input);
    if (session === null || session.takenOverBy === null) {
      throw new Failure(409, "NOT_TAKEN_OVER", "nobody works in this session");
    }
    const { projectId, agent, ticketId } = session;
    await tx.agentSession.update({
      where: { projectId_agent_ticketId: { projectId, agent, ticketId } },
      data: { takenOverBy: null, takenOverAt: null },
    });
    if (input.resume) {
      await tx.question.updateMany({
        where: {
          ticketId,
          state: { in: ["open", "parked"] },
          run: { agent, state: "ended" },
        },
        data: { state: "withdrawn", answeredAt: now },
      });
      await oweFiring(tx, {
        projectId,
        automationId: null,
        ticketId,
        agent,
        cause: "given_back",
        sourceSeq: null,
        dueAt: "now",
        payload: { previousRunId: run.id },
        requestedBy: actor.slug,
        failures: 0,
      });
    }
    await writeActivity(tx, {
      projectId,
      ticket,
      actor: activityActor(actor),
      kind: "run_given_back",
      data: { run: run.id, agent, resume: input.resume },
    });
  });
}
