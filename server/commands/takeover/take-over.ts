import type { Actor } from "#server/contracts/actor.ts";
import { Failure } from "#server/contracts/failure.ts";
import { activityActor, writeActivity } from "../../store/activity.ts";
import type { Database } from "../../store/client.ts";
import { inTransaction } from "../../store/transaction.ts";
import { requestStop } from "../stop-run.ts";
import { lockSession } from "./lock-session.ts";

/**
 * POST …/takeover: a person goes on with a run's session in a terminal (ux 36). From here on nothing starts
 * for the pair (gate TAKEN_OVER) until it is given back; a run at work is told to stop. The same person a
 * second time changes nothing. 409 `TAKEN_OVER` by somebody else, `RUN_OLD` where a later run has the
 * session, `NO_SESSION` where no conversation has begun, `RUN_DEMO` for a scripted one.
 */
export async function takeOver(
  database: Database,
  actor: Actor,
  input: { projectId: number; runId: string },
  now: Date,
): Promise<void> {
  await inTransaction(database, async (tx) => {
    const { run, ticket, session, isNewest } = await lockSession(tx, input);
    if (run.isDemo)
      throw new Failure(409, "RUN_DEMO", "a scripted agent has no session to work in");
    if (!isNewest) {
      throw new Failure(
        409,
        "RUN_OLD",
        "a later run goes on with this session: take that one over",
      );
    }
    if (!session?.isStarted) {
      throw new Failure(409, "NO_SESSION", "the agent has not begun a conversation yet");
    }
    if (session.takenOverBy !== null) {
      if (session.takenOverBy === actor.slug) return;
      throw new Failure(409, "TAKEN_OVER", `${session.takenOverBy} works in this session already`);
    }
    const { projectId, agent, ticketId } = session;
    await tx.agentSession.update({
      where: { projectId_agent_ticketId: { projectId, agent, ticketId } },
      data: { takenOverBy: actor.slug, takenOverAt: now },
    });
    const stopped =
      run.state === "ended" ? [] : await requestStop(tx, { runId: run.id, actor, now });
    await writeActivity(tx, {
      projectId,
      ticket,
      actor: activityActor(actor),
      kind: "run_taken_over",
      data: { run: run.id, agent, ...(stopped.length > 0 ? { stopped: [run.id] } : {}) },
    });
  });
}
