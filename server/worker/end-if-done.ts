import { failpoint } from "../lib/failpoint.ts";
import { moveRunState } from "../store/move-run-state.ts";
import type { RunSession } from "./run-session.ts";

/** How long a message that the CLI took but did not yet repeat keeps the session open. */
const DELIVERY_MS = 10_000;

/**
 * Only the worker ends a session (rule 11): with the last result stored, no turn under way, nothing
 * asked, nothing queued. A queued message becomes the next turn instead.
 */
export async function endIfDone(session: RunSession): Promise<void> {
  const { context, run, fence, keeper } = session;
  const last = session.results.at(-1);
  if (!last || session.isEndSent || session.isStopSent || session.signal.aborted) return;
  if (session.normaliser.isTurnOpen() || session.hasOpenTurn) return;
  if (last.queuedTurns > 0 || session.openRequests.size > 0) return;
  if (await deliverQueued(session)) return;
  if (session.undelivered.size > 0) return giveDeliveryTime(session);
  session.isEndSent = true;
  await moveRunState(
    context.database.prisma,
    { id: run.id, fence },
    ["running", "awaiting_input"],
    "ending",
  );
  session.live.update({ state: "ending" });
  failpoint("end.beforeSend");
  await keeper.send({ id: `end-${session.n}`, kind: "end" });
}

/** Sends the oldest message that waits for the end of the turn; true when there was one. */
async function deliverQueued(session: RunSession): Promise<boolean> {
  const { context, run } = session;
  const waiting = await context.database.prisma.runCommand.findFirst({
    where: { runId: run.id, kind: "steer", state: "queued" },
    orderBy: { createdAt: "asc" },
  });
  if (!waiting) return false;
  await sendMessage(session, waiting);
  return true;
}

/** One message down to the agent; the replay of its id proves the delivery. */
export async function sendMessage(
  session: RunSession,
  command: { id: string; payload: unknown; actor: string },
): Promise<void> {
  const { text } = command.payload as { text: string };
  session.undelivered.add(command.id);
  await session.feed.append(
    [
      {
        event: {
          kind: "steer",
          parent: null,
          payload: {
            messageId: command.id,
            text: session.redactor.text(text),
            actor: command.actor,
            state: "sent",
          },
        },
        offset: 0,
      },
    ],
    {},
    async (tx) => {
      await tx.runCommand.update({ where: { id: command.id }, data: { state: "sent" } });
    },
  );
  failpoint("message.beforeDelivery");
  const ack = await session.keeper.send({ id: command.id, kind: "user", text });
  if (ack?.status === "error") await markFailed(session, command.id, ack.reason ?? "not accepted");
}

async function markFailed(session: RunSession, id: string, error: string): Promise<void> {
  session.undelivered.delete(id);
  await session.context.database.prisma.runCommand.update({
    where: { id },
    data: { state: "failed", error },
  });
}

function giveDeliveryTime(session: RunSession): void {
  const timer = setTimeout(() => {
    if (session.undelivered.size === 0 || session.normaliser.isTurnOpen()) return;
    session.undelivered.clear();
    void endIfDone(session).catch((error: unknown) =>
      session.context.log.warn({ run: session.run.id, err: error }, "ending a session failed"),
    );
  }, DELIVERY_MS);
  timer.unref();
}
