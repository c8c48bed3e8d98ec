import type { RunEvent } from "#server/contracts/run-event.ts";
import type { RunLiveState } from "#server/contracts/run.ts";
import type { RunRoomHandlers } from "#app/_lib/run-room.ts";
import type { Transcript } from "../transcript/fold.ts";
import { EventWindow } from "./event-window.ts";
import { PartialText } from "./partial-text.ts";

/**
 * One run as this browser sees it. It listens in the run's room and keeps a contiguous window of its
 * events: what arrives twice is dropped, what is missing is fetched, what is shown is never cleared.
 * Components subscribe with `useSyncExternalStore`; they are told at most once per frame.
 */

const pageEvents = 1000;
const pollMs = 4000;
const retryMs = 1500;
/** While the reader follows the end, at most this many events are held; older ones are fetched again. */
const defaultHeldEvents = 20_000;

export interface RunSnapshot {
  transcript: Transcript;
  /** Changes when rows were rebuilt from another start. */
  generation: number;
  partial: ReadonlyMap<string, string>;
  live: RunLiveState | null;
  hasEarlier: boolean;
  isLoadingEarlier: boolean;
  /** `loading` until the first answer; `offline` = the socket is down, events come by polling. */
  status: "loading" | "live" | "offline" | "ended" | "refused";
  /** Events that came after the connection was back, for "caught up n events"; 0 = nothing to say. */
  caughtUp: number;
  lastSeq: number;
}

/** What a stream needs of the outer world; HTTP and the browser's clock in the product. */
export interface RunSource {
  /** Stored events with `after < seq`, in order, at most `limit`. */
  fetchEvents(after: number, limit: number, signal: AbortSignal): Promise<readonly RunEvent[]>;
  /** Calls back once, later: the next frame in a browser. Returns the way to cancel. */
  schedule(callback: () => void): () => void;
  /** Calls back after `delayMs`. Returns the way to cancel. */
  wait(callback: () => void, delayMs: number): () => void;
}

export interface RunStream {
  /** What the socket tells about this run. */
  room: RunRoomHandlers;
  /** The socket went down or came back; while it is down events come by polling. */
  setConnected(isConnected: boolean): void;
  /** Reads the first events; the returned function ends all work. May be started again. */
  start(): () => void;
  subscribe(callback: () => void): () => void;
  getSnapshot(): RunSnapshot;
  loadEarlier(): void;
  /** Whether the reader is at the end; only then old events may be let go. */
  setFollowing(isFollowing: boolean): void;
  events(): readonly RunEvent[];
}

/** `after`: where the window starts; the caller picks it near the end of a long run. */
export function createRunStream(
  run: string,
  after: number,
  source: RunSource,
  heldEvents = defaultHeldEvents,
): RunStream {
  const events = new EventWindow(after);
  const partial = new PartialText();
  const subscribers = new Set<() => void>();
  let abort = new AbortController();
  let target = after;
  let isConnected = false;
  let isJoined = false;
  let isRepairing = false;
  let isLoadingEarlier = false;
  let isFollowing = true;
  let hasAnswer = false;
  let isRefused = false;
  let isEnded = false;
  let live: RunLiveState | null = null;
  let lostAt: number | null = null;
  let caughtUp = 0;
  let cancelFlush: (() => void) | null = null;
  let cancelTimer: (() => void) | null = null;
  let snapshot = makeSnapshot();

  function makeSnapshot(): RunSnapshot {
    return {
      ...events.read(),
      partial: partial.read(),
      live,
      hasEarlier: events.hasEarlier,
      isLoadingEarlier,
      status: status(),
      caughtUp,
      lastSeq: events.last,
    };
  }

  function status(): RunSnapshot["status"] {
    if (isEnded && events.last >= target && hasAnswer) return "ended";
    if (isRefused) return "refused";
    if (!hasAnswer) return "loading";
    return isConnected ? "live" : "offline";
  }

  function changed(): void {
    if (cancelFlush !== null || abort.signal.aborted) return;
    cancelFlush = source.schedule(() => {
      cancelFlush = null;
      snapshot = makeSnapshot();
      for (const callback of subscribers) callback();
    });
  }

  function take(batch: readonly RunEvent[]): void {
    const before = events.last;
    const isWhole = events.append(batch) !== null;
    if (!isWhole) target = Math.max(target, batch.at(-1)?.seq ?? 0);
    target = Math.max(target, events.last);
    partial.settle(batch.filter((event) => event.seq > before && event.seq <= events.last));
    if (events.list().at(-1)?.kind === "ended") isEnded = true;
    if (lostAt !== null && isJoined && events.last >= target) {
      caughtUp = events.last - lostAt;
      lostAt = null;
    }
    if (isFollowing && events.size > heldEvents) events.trimTo(heldEvents / 2);
    if (events.last < target) void repair();
    changed();
  }

  /** Fetches what is missing; `isPoll` asks even when nothing is known to be missing. */
  async function repair(isPoll = false): Promise<void> {
    if (isRepairing) return;
    isRepairing = true;
    const { signal } = abort;
    try {
      while ((isPoll || events.last < target) && !signal.aborted) {
        const page = await source.fetchEvents(events.last, pageEvents, signal);
        if (signal.aborted) return;
        hasAnswer = true;
        take(page);
        if (page.length < pageEvents) break;
      }
      if (events.last < target) later(retryMs);
      else if (!isConnected && !isEnded) later(pollMs);
    } catch {
      later(retryMs);
    } finally {
      if (signal === abort.signal) isRepairing = false;
      changed();
    }
  }

  function later(delayMs: number): void {
    cancelTimer?.();
    if (abort.signal.aborted) return;
    cancelTimer = source.wait(() => {
      cancelTimer = null;
      void repair(true);
    }, delayMs);
  }

  async function readRange(from: number, size: number): Promise<readonly RunEvent[]> {
    const found: RunEvent[] = [];
    while (found.length < size) {
      const limit = Math.min(pageEvents, size - found.length);
      const page = await source.fetchEvents(from + found.length, limit, abort.signal);
      if (page.length === 0) break;
      found.push(...page);
    }
    return found;
  }

  const room: RunRoomHandlers = {
    have: () => events.last,
    onJoin(answer) {
      hasAnswer = true;
      isRefused = false;
      isJoined = true;
      isConnected = true;
      isEnded ||= answer.ended;
      target = Math.max(target, answer.to);
      take([]);
    },
    onRefused() {
      isRefused = true;
      changed();
    },
    onEvents(message) {
      if (message.run === run) take(message.events);
    },
    onPartial(message) {
      if (message.run !== run) return;
      partial.take(message, events.read().transcript.lastText.get(message.parent ?? ""));
      changed();
    },
    onState(state) {
      if (state.run !== run) return;
      live = state;
      changed();
    },
    onEnd(message) {
      if (message.run !== run) return;
      isEnded = true;
      target = Math.max(target, message.lastSeq);
      take([]);
    },
  };

  return {
    room,
    setConnected(next) {
      if (next === isConnected) return;
      isConnected = next;
      if (!next) {
        lostAt ??= events.last;
        isJoined = false;
        caughtUp = 0;
        later(pollMs);
      }
      changed();
    },
    start() {
      abort = new AbortController();
      isRepairing = false;
      void repair(true);
      return () => {
        abort.abort();
        cancelTimer?.();
        cancelFlush?.();
        cancelTimer = null;
        cancelFlush = null;
      };
    },
    subscribe(callback) {
      subscribers.add(callback);
      return () => subscribers.delete(callback);
    },
    getSnapshot: () => snapshot,
    events: () => events.list(),
    setFollowing(next) {
      isFollowing = next;
    },
    loadEarlier() {
      if (isLoadingEarlier || !events.hasEarlier) return;
      isLoadingEarlier = true;
      changed();
      const size = Math.min(events.first, Math.max(pageEvents, events.size));
      void readRange(events.first - size, size)
        .then((page) => events.prepend(page))
        .catch(() => false)
        .finally(() => {
          isLoadingEarlier = false;
          changed();
        });
    },
  };
}
