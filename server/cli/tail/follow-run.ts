import type { RunDetail } from "../../contracts/run.ts";
import type { RunEvent } from "../../contracts/run-event.ts";
import { sleep } from "../../lib/abort.ts";
import { BoardAway } from "../board-client.ts";
import type { BoardClient } from "../board-client.ts";

const PAGE = 1_000;
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 3_000;
/** A board that stays away this long is not waited for: the run goes on without us. */
const GIVE_UP_MS = 15 * 60_000;

export type FollowOptions = {
  board: BoardClient;
  /** `/api/projects/<slug>/runs/<id>` */
  path: string;
  /** Events up to this position are left out. */
  after: number;
  isFollowing: boolean;
  /** Told when the board went away, and when it is there again. */
  onConnection: (isThere: boolean) => void;
};

/**
 * The run's events in order, each once, however often the board restarts meanwhile: each try goes on
 * after the last one that arrived. Ends with the run or, without `isFollowing`, with what is stored.
 */
export async function* followRun(options: FollowOptions): AsyncGenerator<RunEvent> {
  let have = options.after;
  const patience = createPatience(options.onConnection);
  for (;;) {
    try {
      const source = options.isFollowing ? streamed(options, have) : stored(options, have);
      for await (const item of source) {
        patience.onAnswer();
        if (item === "end") return;
        if (item === "alive") continue;
        if (item.seq <= have) continue;
        have = item.seq;
        yield item;
      }
      // The server left in the middle.
      throw new BoardAway("the stream ended before the run did");
    } catch (error) {
      await patience.wait(error);
    }
  }
}

/** The run as it stands, also while the board restarts. */
export async function readRunPatiently(options: FollowOptions): Promise<RunDetail> {
  const patience = createPatience(options.onConnection);
  for (;;) {
    try {
      const run = await options.board.get<RunDetail>(options.path);
      patience.onAnswer();
      return run;
    } catch (error) {
      await patience.wait(error);
    }
  }
}

/** `alive`: the server says that it is there. */
async function* streamed(
  { board, path }: FollowOptions,
  after: number,
): AsyncGenerator<RunEvent | "end" | "alive"> {
  for await (const frame of board.stream(`${path}/stream?after=${after}`)) {
    if (frame.event === "end") yield "end";
    else yield frame.data === "" ? "alive" : (JSON.parse(frame.data) as RunEvent);
  }
}

async function* stored(
  { board, path }: FollowOptions,
  after: number,
): AsyncGenerator<RunEvent | "end"> {
  type Page = { items: RunEvent[]; next: number | null };
  for (let from: number | null = after; from !== null;) {
    const page: Page = await board.get<Page>(`${path}/events?after=${from}&limit=${PAGE}`);
    yield* page.items;
    from = page.next;
  }
  yield "end";
}

function createPatience(onConnection: FollowOptions["onConnection"]) {
  let pauseMs = FIRST_PAUSE_MS;
  let awaySinceMs: number | null = null;
  return {
    onAnswer() {
      pauseMs = FIRST_PAUSE_MS;
      if (awaySinceMs !== null) onConnection(true);
      awaySinceMs = null;
    },
    /** Rethrows what another try does not mend. */
    async wait(error: unknown) {
      if (!(error instanceof BoardAway)) throw error;
      const nowMs = performance.now();
      if (awaySinceMs === null) onConnection(false);
      awaySinceMs ??= nowMs;
      if (nowMs - awaySinceMs > GIVE_UP_MS) throw error;
      await sleep(pauseMs);
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    },
  };
}
