import type { Tx } from "../store/client.ts";
import type { RunCounters } from "../store/sql/append-events.ts";
import type { FeedEntry } from "./run-feed.ts";

/** Events of whole lines, what they change in the same transaction, and what follows once stored. */
export interface Batch {
  entries: FeedEntry[];
  counters: RunCounters;
  effects: ((tx: Tx) => Promise<void>)[];
  after: (() => Promise<void> | void)[];
}

export function emptyBatch(): Batch {
  return { entries: [], counters: {}, effects: [], after: [] };
}
