import { estimateUsd } from "../agent/cost.ts";
import type { SpoolLine } from "../agent/line-splitter.ts";
import type { LineFacts, LiveUsage, NormalisedLine } from "../agent/normalise.ts";
import { failpoint } from "../lib/failpoint.ts";
import type { Tx } from "../store/client.ts";
import { describeAction, isProgress } from "./describe-action.ts";
import type { Batch } from "./batch.ts";
import { emptyBatch } from "./batch.ts";
import { applyInit, applyResult } from "./line-facts.ts";
import { decideRequest, requestCancelled } from "./requests.ts";
import type { RunSession } from "./run-session.ts";
import { storeOverflow } from "./store-overflow.ts";
import { watchMoney } from "./watch-money.ts";

/**
 * Lines of the spool → stored events. Each line is redacted whole before anything looks at it (S-17).
 * A batch holds at most `batchSize` events and ends at a line's end, so the stored offset and the
 * stored events always agree; what a line decides (result, question) is stored in the same
 * transaction, and acted on only afterwards.
 */
export async function ingestLines(session: RunSession, lines: SpoolLine[]): Promise<void> {
  session.lastOutputMs = session.context.clock.monotonicMs();
  let batch = emptyBatch();
  for (const line of lines) {
    const normalised =
      line.text === null
        ? session.normaliser.pushSkipped(line.skippedBytes)
        : session.normaliser.push(session.redactor.line(line.text));
    showLive(session, normalised);
    if (normalised.liveUsage?.isDone) await watchMoneyNow(session);
    // Nothing to store: the offset goes with the next batch, reading such a line twice does no harm.
    if (normalised.events.length === 0) continue;
    if (normalised.overflow.length > 0) await storeOverflow(session, line, normalised);
    addLine(session, batch, line, normalised);
    if (batch.entries.length >= session.context.tunables.batchSize) {
      await storeBatch(session, batch);
      batch = emptyBatch();
    }
  }
  await storeBatch(session, batch);
}

/** The next call of the model may follow at once; trouble here is tried again by the run's own clock. */
async function watchMoneyNow(session: RunSession): Promise<void> {
  await watchMoney(session).catch((error: unknown) =>
    session.context.log.warn({ run: session.run.id, err: error }, "money could not be looked at"),
  );
}

async function storeBatch(session: RunSession, batch: Batch): Promise<void> {
  if (batch.entries.length === 0) return;
  const effects =
    batch.effects.length === 0
      ? undefined
      : async (tx: Tx) => {
          for (const effect of batch.effects) await effect(tx);
        };
  failpoint("ingest.beforeInsert");
  await session.feed.append(batch.entries, batch.counters, effects);
  for (const act of batch.after) await act();
}

function addLine(
  session: RunSession,
  batch: Batch,
  line: SpoolLine,
  normalised: NormalisedLine,
): void {
  const { facts } = normalised;
  if (facts.request) decideRequest(session, facts.request, line.text ?? "", normalised, batch);
  for (const event of normalised.events) {
    batch.entries.push({ event, offset: line.endOffset });
    const action = describeAction(event);
    if (action !== null) {
      batch.counters.lastAction = action;
      session.live.update({ lastAction: action });
    }
    if (isProgress(event)) batch.counters.hasProgress = true;
    if (event.kind === "todo" && event.parent === null) {
      const { items } = event.payload;
      const done = items.filter((item) => item.state === "completed").length;
      session.live.update({ todo: { done, total: items.length } });
    }
    if (event.kind === "usage" && event.payload.contextTokens !== null) {
      batch.counters.contextTokens = event.payload.contextTokens;
    }
  }
  batch.counters.spoolOffset = line.endOffset;
  noteFacts(session, facts, batch, line);
}

function noteFacts(session: RunSession, facts: LineFacts, batch: Batch, line: SpoolLine): void {
  if (facts.init) applyInit(session, facts.init, batch);
  if (facts.rateLimit) session.rateLimit = facts.rateLimit;
  if (facts.assistantError) session.assistantError = facts.assistantError;
  if (facts.deliveredUuid) {
    const id = facts.deliveredUuid;
    session.undelivered.delete(id);
    batch.effects.push(async (tx) => {
      await tx.runCommand.updateMany({
        where: { id, runId: session.run.id },
        data: { state: "delivered", deliveredAt: session.context.clock.now() },
      });
    });
  }
  if (facts.cancelledRequestId) requestCancelled(session, facts.cancelledRequestId, batch);
  if (facts.result) applyResult(session, facts.result, line, batch);
}

/** Each message counts once, by its id; whole lines repeat the numbers of its start (claude-cli.md §7). */
export function noteUsage(usage: Map<string, LiveUsage>, message: LiveUsage): void {
  const known = usage.get(message.messageId);
  const outputTokens = Math.max(known?.usage.outputTokens ?? 0, message.usage.outputTokens);
  usage.set(message.messageId, {
    ...message,
    usage: { ...message.usage, outputTokens },
    isDone: message.isDone || known?.isDone === true,
  });
}

function showLive(session: RunSession, { partial, liveUsage }: NormalisedLine): void {
  const { context, run, redactor, live } = session;
  if (partial && partial.kind === "text") {
    const text = partial.isDone ? "" : redactor.partial(partial.text);
    context.sink.send("partial", { run: run.id, text, parent: partial.parent });
  }
  if (liveUsage) {
    noteUsage(session.usage, liveUsage);
    const booked = Number(run.costUsd);
    live.update({ cost: booked + estimateUsd(session.usage.values()), isCostEstimated: true });
  }
}
