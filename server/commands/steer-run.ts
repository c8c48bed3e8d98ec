import type { Actor } from "#server/contracts/actor.ts";
import { Failure } from "#server/contracts/failure.ts";
import { newUuid } from "../lib/ids.ts";
import { activityActor, notifyRun, writeActivity } from "../store/activity.ts";
import type { Database, Tx } from "../store/client.ts";
import { oweFiring } from "../store/sql/owe-firing.ts";
import { inTransaction } from "../store/transaction.ts";

export interface Message {
  projectId: number;
  runId: string;
  text: string;
  /** `now`: after the running tool · `interrupt`: ends the turn first · `queue`: the next turn. */
  mode: "now" | "interrupt" | "queue";
}

/**
 * A message to a run. A living one gets it through its worker, in a queued state until the CLI repeats
 * it; an ended one is resumed by a new run that begins with it (rule 12).
 */
export async function steerRun(
  database: Database,
  actor: Actor,
  message: Message,
  now: Date,
): Promise<{ messageId: string }> {
  const { projectId, runId, text, mode } = message;
  const id = newUuid();
  await inTransaction(database, async (tx) => {
    // Held until the message is stored: a run that ends meanwhile waits, and finds it.
    await tx.$executeRaw`SELECT 1 FROM "Run" WHERE "id" = ${runId} FOR SHARE`;
    const run = await tx.run.findFirst({
      where: { id: runId, projectId },
      select: {
        state: true,
        agent: true,
        ticket: { select: { id: true, number: true, deletedAt: true } },
      },
    });
    if (!run) throw new Failure(404, "RUN_UNKNOWN", `no run ${runId} in this project`);
    if (run.state === "ended" || run.state === "ending") {
      if (!run.ticket || run.ticket.deletedAt) {
        throw new Failure(409, "RUN_ENDED", "the run has ended and has no ticket to resume it on");
      }
      await oweMessage(tx, { ...message, agent: run.agent, ticketId: run.ticket.id, actor });
    } else {
      await tx.runCommand.create({
        data: {
          id,
          runId,
          kind: "steer",
          payload: { text, mode },
          actor: actor.slug,
          actorKind: actor.kind,
          createdAt: now,
        },
      });
      await notifyRun(tx, runId);
    }
    await writeActivity(tx, {
      projectId,
      ticket: run.ticket ? { id: run.ticket.id, number: run.ticket.number } : null,
      actor: activityActor(actor),
      kind: "run_message",
      data: { run: runId, agent: run.agent, message: id, text, mode },
    });
  });
  return { messageId: id };
}

/** A run that begins with this message and goes on with the session. */
export async function oweMessage(
  tx: Tx,
  message: Pick<Message, "projectId" | "runId" | "text"> & {
    agent: string;
    ticketId: number;
    actor: Pick<Actor, "name" | "slug">;
  },
): Promise<void> {
  const { actor } = message;
  await oweFiring(tx, {
    projectId: message.projectId,
    automationId: null,
    ticketId: message.ticketId,
    agent: message.agent,
    cause: "message",
    sourceSeq: null,
    dueAt: "now",
    payload: {
      messages: [{ actor: actor.name, text: message.text }],
      previousRunId: message.runId,
    },
    requestedBy: actor.slug,
    failures: 0,
  });
}
