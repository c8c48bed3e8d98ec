/**
 * The feed (ADR 0012): numbers what the activity log says and relays it to the Redis stream where one is
 * set up. Without Redis, or while it is away, the numbered events are served from the table; afterwards
 * the stream catches up. Any worker may do it, also several at once.
 */
import { STREAM_HOURS } from "../lib/feed-stream/feed-stream.ts";
import type { FeedStream } from "../lib/feed-stream/feed-stream.ts";
import { describeError } from "../lib/result.ts";
import type { Clock } from "../lib/clock.ts";
import type { Logger } from "../lib/logger.ts";
import type { Database } from "../store/client.ts";
import {
  REVISIONS_AT_ONCE,
  numberFeed,
  pruneFeed,
  readFeedHead,
} from "../store/sql/number-feed.ts";
import type { FeedHead } from "../store/sql/number-feed.ts";
import { findFeedStart, readFeedEvents } from "../store/sql/read-feed.ts";

/** So long events can be read from the table, and an outage of Redis loses none for the stream. */
const KEEP_DAYS = 7;
const PRUNE_EVERY_MS = 3_600_000;
const EVENTS_AT_ONCE = 200;
/** Whether the stream still has what it was given is looked at this often: it may have been emptied. */
const VERIFY_EVERY_MS = 5_000;

export interface FeedRelay {
  /** Numbers and relays what is new. Trouble with Redis is no failure: the next look goes on. */
  look(): Promise<void>;
}

export function createFeedRelay(
  database: Database,
  stream: FeedStream | null,
  clock: Clock,
  log: Logger,
): FeedRelay {
  let prunedMs = Number.NEGATIVE_INFINITY;
  let verifiedMs = Number.NEGATIVE_INFINITY;
  let sentId = -1;
  let isAway = false;

  const number = async (): Promise<FeedHead> => {
    const head = await readFeedHead(database.sql);
    if (!head.hasNews) return head;
    // Fewer than it looks at: nothing was left out.
    while ((await numberFeed(database)) >= REVISIONS_AT_ONCE);
    return readFeedHead(database.sql);
  };

  const relay = async (to: FeedStream, { lastId, oldest }: FeedHead): Promise<void> => {
    if (sentId === lastId && clock.monotonicMs() - verifiedMs < VERIFY_EVERY_MS) return;
    let sent = await to.append([], oldest);
    if (sent > lastId) {
      log.error({ sent, lastId }, "the feed's stream is ahead of this database: was it restored?");
    }
    let after = sent < 0 ? await findFeedStart(database.sql, STREAM_HOURS) : sent;
    while (after < lastId) {
      const events = await readFeedEvents(database.sql, after, EVENTS_AT_ONCE);
      if (events.length === 0) break;
      sent = await to.append(events, oldest);
      if (sent <= after) break;
      after = sent;
    }
    sentId = after;
    verifiedMs = clock.monotonicMs();
  };

  return {
    async look() {
      const head = await number();
      if (stream !== null) {
        try {
          await relay(stream, head);
          if (isAway) log.info("the feed's stream has caught up");
          isAway = false;
        } catch (error) {
          sentId = -1;
          if (!isAway) log.warn({ reason: describeError(error) }, "the feed's stream is away");
          isAway = true;
        }
      }
      if (clock.monotonicMs() - prunedMs < PRUNE_EVERY_MS) return;
      prunedMs = clock.monotonicMs();
      await pruneFeed(database.sql, KEEP_DAYS);
    },
  };
}
