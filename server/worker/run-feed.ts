import type { NormalisedEvent, RunEvent, RunEventKind } from "#server/contracts/run-event.ts";
import { sleep } from "../lib/abort.ts";
import { failpoint } from "../lib/failpoint.ts";
import { describeError } from "../lib/result.ts";
import type { Tx } from "../store/client.ts";
import { appendEvents, isBatchStored } from "../store/sql/append-events.ts";
import type { EventRow, RunCounters } from "../store/sql/append-events.ts";
import { inTransaction } from "../store/transaction.ts";
import type { WorkerContext } from "./context.ts";
import { isUnstorable } from "./unstorable.ts";

/** The run now belongs to another worker, or has ended: nothing more may be written. */
export class RunLost extends Error {
  override name = "RunLost";
}

export interface FeedEntry {
  event: NormalisedEvent;
  /** End of the spool line it came from; 0 for events of ours. */
  offset: number;
}

/** The one writer of a run's events in this process: stores, then broadcasts, in order. */
export interface RunFeed {
  /**
   * Stores a batch with its counters; `effects` run in the same transaction after it. While the
   * database is away it tries on and on. Rejects with {@link RunLost} when the run is no longer ours.
   * Calls queue up behind each other.
   */
  append(
    entries: FeedEntry[],
    counters?: RunCounters,
    effects?: (tx: Tx) => Promise<void>,
  ): Promise<void>;
  /** `seq` of the next event. */
  nextSeq(): number;
}

const RETRY_MS = 250;
const RETRY_MAX_MS = 2_000;

export function createRunFeed(
  context: WorkerContext,
  owner: {
    runId: string;
    fence: number;
    nextSeq: number;
    processNumber: () => number;
    signal: AbortSignal;
  },
): RunFeed {
  const { runId, fence, signal } = owner;
  let nextSeq = owner.nextSeq;
  let tail: Promise<void> = Promise.resolve();

  const store = async (
    events: EventRow[],
    counters: RunCounters,
    effects?: (tx: Tx) => Promise<void>,
  ): Promise<boolean> => {
    const batch = {
      runId,
      fence,
      firstSeq: nextSeq,
      processNumber: owner.processNumber(),
      events,
      counters,
    };
    if (!effects) return appendEvents(context.database.pool, batch);
    return inTransaction(context.database, async (tx) => {
      const isStored = await appendEvents(tx, batch);
      if (isStored) await effects(tx);
      return isStored;
    });
  };

  const append = async (
    entries: FeedEntry[],
    counters: RunCounters,
    effects?: (tx: Tx) => Promise<void>,
  ): Promise<void> => {
    const at = context.clock.now();
    let events: EventRow[] = entries.map(({ event, offset }) => ({ at, offset, ...event }));
    for (let pauseMs = RETRY_MS; ; pauseMs = Math.min(pauseMs * 2, RETRY_MAX_MS)) {
      if (signal.aborted) throw new RunLost(`run ${runId}: let go`);
      try {
        if (await store(events, counters, effects)) break;
        const firstSeq = nextSeq;
        if (
          await isBatchStored(context.database.prisma, {
            runId,
            fence,
            firstSeq,
            count: events.length,
          })
        )
          break;
        throw new RunLost(`run ${runId}: fence ${fence} is no longer current`);
      } catch (error) {
        if (error instanceof RunLost) throw error;
        context.log.warn(
          { run: runId, reason: describeError(error) },
          "events could not be stored; trying again",
        );
        if (isUnstorable(error)) events = events.map(asDiagnostic);
        await sleep(pauseMs, signal);
      }
    }
    const first = nextSeq;
    nextSeq += events.length;
    if (events.length === 0) return;
    failpoint("ingest.beforeBroadcast");
    const stored = events.map((event, index) => toRunEvent(event, first + index));
    context.sink.send("events", { run: runId, first, events: stored });
  };

  return {
    append(entries, counters = {}, effects) {
      const done = tail.then(() => append(entries, counters, effects));
      tail = done.catch(() => undefined);
      return done;
    },
    nextSeq: () => nextSeq,
  };
}

/** The database refused the content itself: the place in the run stays, the content is named as lost. */
function asDiagnostic(event: EventRow): EventRow {
  const message = `an event of kind ${event.kind} could not be stored`;
  return { ...event, kind: "diagnostic", payload: { code: "unstorable", message } };
}

export function toRunEvent(event: EventRow, seq: number): RunEvent {
  return {
    seq,
    at: event.at.toISOString(),
    kind: event.kind as RunEventKind,
    parent: event.parent,
    payload: event.payload as Record<string, unknown>,
  };
}
