import { sleep } from "../lib/abort.ts";
import type { Database } from "../store/client.ts";
import { readRunEvents } from "./run.ts";

const PAGE = 500;
const POLL_MS = 500;
/** Without an event for this long a comment says that the connection lives. */
const POLLS_PER_SIGN = 30;

/**
 * A run's events as server-sent events for scripts (api.md §2): each frame's `id` is the event's `seq`,
 * so that a reader goes on with `after`; the last frame, once the run has ended and everything was
 * sent, is `event: end`. Ends without it when `signal` aborts. Comments say that it is open and lives.
 */
export async function* streamRunEvents(
  database: Database,
  runId: string,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  let have = after;
  let quietPolls = 0;
  yield Buffer.from(": open\n\n");
  while (!signal.aborted) {
    // Read before the events: a run that is ended now gets no further one.
    const { state } = await database.prisma.run.findUniqueOrThrow({
      where: { id: runId },
      select: { state: true },
    });
    const events = await readRunEvents(database, runId, have, PAGE);
    for (const event of events) {
      yield Buffer.from(`id: ${event.seq}\ndata: ${JSON.stringify(event)}\n\n`);
      have = event.seq;
    }
    quietPolls = events.length > 0 ? 0 : quietPolls + 1;
    if (events.length === PAGE) continue;
    if (state === "ended") {
      yield Buffer.from("event: end\ndata: {}\n\n");
      return;
    }
    if (quietPolls > 0 && quietPolls % POLLS_PER_SIGN === 0) yield Buffer.from(": alive\n\n");
    await sleep(POLL_MS, signal);
  }
}
