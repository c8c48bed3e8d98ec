/**
 * P-09 to P-11: what a board of 10,000 tickets costs a person, of one with 100. Each side is a whole
 * product of its own with a browser before it; both are there all the time and measured in turn.
 */
import type { Locator } from "@playwright/test";
import { card, column, dragTo } from "../../e2e/support/fixtures.ts";
import { sleep } from "#server/lib/abort.ts";
import { waitFor } from "#server/testing/wait-for.ts";
import { judgeMark, judgeRatio } from "../measure/measure.ts";
import type { Measure, Sample } from "../measure/measure.ts";
import { measurePairs } from "../measure/pairs.ts";
import type { Pair } from "../measure/pairs.ts";
import { percentile } from "../measure/statistics.ts";
import { countElements, openSizedBoard, readMetric } from "../rig/board-of-size.ts";
import type { SizedBoard } from "../rig/board-of-size.ts";
import type { Cleanup } from "../rig/cleanup.ts";
import { timeEvents, watchEvents } from "../rig/event-timing.ts";

const SMALL = 100;
const LARGE = 10_000;
const INTERACTIONS = ["dragstart", "dragenter", "dragover", "drop", "click", "keydown"];
const ROUNDS = 4;
const REMOTE_MOVES = 20;
const CALLS = 20;
const FELT_MS = 200;
const REST_MS = 3_000;
const FIRST_VIEW_MS = 1_500;

export async function measureBoardSize(cleanup: Cleanup, pairs: number): Promise<Measure[]> {
  const large = await openSizedBoard(cleanup, LARGE);
  const small = await openSizedBoard(cleanup, SMALL);
  const both = <T>(work: (board: SizedBoard) => Promise<T>): Promise<Pair<T, T>[]> =>
    measurePairs({ pairs, warmUp: 1, ours: () => work(large), reference: () => work(small) });
  const opened = await both(openFresh);
  const remote = await both(followRemoteMoves);
  const used = await both(useBoard);
  const calls: Calls[] = [];
  for (let pair = 0; pair < pairs; pair += 1) calls.push(await callBoard(large));
  return [
    ratio("P-10", `bytes of the first board at ${LARGE}, of ${SMALL}`, "B", 3, opened, "bytes"),
    ratio("P-10", `first usable board at ${LARGE}, of ${SMALL}`, "ms", 2.5, opened, "ms"),
    mark(
      "P-10",
      `first usable board at ${LARGE}`,
      FIRST_VIEW_MS,
      opened.map(({ ours }) => ours.ms),
    ),
    ratio("P-09", `elements of the page at ${LARGE}, of ${SMALL}`, "", 1.5, opened, "elements"),
    ratio("P-11", `script time of a remote move at ${LARGE}, of ${SMALL}`, "ms", 1.5, remote, "ms"),
    ratio("P-09", `interactions at ${LARGE}, p75, of ${SMALL}`, "ms", 2, used, "all"),
    judgeRatio({
      row: "P-09",
      name: `the slowest kind at ${LARGE}, p75, of ${FELT_MS} ms`,
      unit: "ms",
      limit: { kind: "atMost", value: 1 },
      samples: used.map(({ ours }) => ({ ours: ours.slowest, reference: FELT_MS })),
    }),
    mark(
      "marks",
      `create a ticket at ${LARGE}, p50`,
      10,
      calls.map(({ create }) => create),
    ),
    mark(
      "marks",
      `move a ticket at ${LARGE}, p50`,
      10,
      calls.map(({ move }) => move),
    ),
    mark(
      "marks",
      `list the first tickets at ${LARGE}, p50`,
      20,
      calls.map(({ list }) => list),
    ),
    mark(
      "marks",
      `the board's windows at ${LARGE}, p50`,
      20,
      calls.map(({ board }) => board),
    ),
  ];
}

function ratio<K extends string>(
  row: string,
  name: string,
  unit: string,
  value: number,
  pairs: readonly Pair<Record<K, number>, Record<K, number>>[],
  key: K,
): Measure {
  const samples = pairs.map(({ ours, reference }): Sample => ({
    ours: ours[key],
    reference: reference[key],
  }));
  return judgeRatio({ row, name, unit, limit: { kind: "atMost", value }, samples });
}

function mark(row: string, name: string, value: number, values: number[]): Measure {
  return judgeMark({ row, name, unit: "ms", values, limit: { kind: "atMost", value } });
}

/** From the address to fifty cards that can be used. */
async function openFresh(board: SizedBoard): Promise<Record<"bytes" | "ms" | "elements", number>> {
  const answer = board.page.waitForResponse((response) => response.url().endsWith("/bench/board"));
  const beganMs = performance.now();
  await board.open();
  const ms = performance.now() - beganMs;
  const bytes = (await (await answer).body()).length;
  return { bytes, ms, elements: await countElements(board) };
}

/** Script time of one move that somebody else made, at the top of two columns in turn. */
async function followRemoteMoves(board: SizedBoard): Promise<{ ms: number }> {
  const { bench, page } = board;
  const ticket = await bench.createTicket("Moved from elsewhere");
  const move = async (status: string): Promise<void> => {
    const first = page.locator(`[data-column="${status}"] [data-ticket]`).first();
    const before = Number(await first.getAttribute("data-ticket"));
    const body = { status, before };
    await bench.product.api("PATCH", `/projects/bench/tickets/${ticket}/status`, body);
    await page.waitForSelector(`[data-column="${status}"] [data-ticket="${ticket}"]`);
  };
  await move("Review");
  const beforeS = await readMetric(board, "ScriptDuration");
  for (let turn = 0; turn < REMOTE_MOVES; turn += 1) await move(turn % 2 ? "Review" : "Blocked");
  const afterS = await readMetric(board, "ScriptDuration");
  await bench.product.api("DELETE", `/projects/bench/tickets/${ticket}`);
  return { ms: ((afterS - beforeS) * 1_000) / REMOTE_MOVES };
}

/** Drags, opens a card and types into the filter; p75 of all events, and of the slowest kind. */
async function useBoard(board: SizedBoard): Promise<Record<"all" | "slowest", number>> {
  const { page } = board;
  await board.open();
  await watchEvents(page);
  const columns = [column(page, "Review"), column(page, "Blocked")];
  const times = await timeEvents(page, INTERACTIONS, async () => {
    for (let turn = 0; turn < ROUNDS; turn += 1) {
      const from = columns[turn % 2] as Locator;
      const to = columns[(turn + 1) % 2] as Locator;
      const dragged = from.locator("[data-ticket]").first();
      const number = Number(await dragged.getAttribute("data-ticket"));
      await dragTo(page, dragged, to, 80);
      await to.locator(`[data-ticket="${number}"]`).waitFor();
      await card(page, number).locator("[data-card-link]").click();
      // The panel is there: its title has the focus, and Escape closes it.
      await page.waitForFunction(() =>
        /^Ticket \d+$/.test(document.activeElement?.textContent.trim() ?? ""),
      );
      await page.keyboard.press("Escape");
      await page.waitForURL((url) => url.pathname === "/p/bench");
      const size = await sizeOfList(columns[0] as Locator);
      await page.keyboard.press("/");
      await page.keyboard.type("Ticket 1", { delay: 30 });
      for (let at = 0; at < "Ticket 1".length; at += 1) await page.keyboard.press("Backspace");
      await page.keyboard.press("Escape");
      // The cards follow what is typed when there is time: the next drag takes one that stays.
      await waitFor(async () => (await sizeOfList(columns[0] as Locator)) === size, {
        what: "all cards, after the search",
      });
    }
  });
  const kinds = Object.values(times).filter((found) => found.length > 0);
  if (!times["drop"]?.length) throw new Error("expected drops, found none");
  return {
    all: percentile(kinds.flat(), 0.75),
    slowest: Math.max(...kinds.map((found) => percentile(found, 0.75))),
  };
}

/** How many tickets a column's list says it has. */
function sizeOfList(list: Locator): Promise<string | null> {
  return list.getByRole("listitem").first().getAttribute("aria-setsize");
}

type Calls = Record<"create" | "move" | "list" | "board", number>;

/** Calls of the API one after the other, p50 from the request to the whole answer. */
async function callBoard({ bench }: SizedBoard): Promise<Calls> {
  const { api } = bench.product;
  // So that the limit of writes in a second holds none of these up.
  await sleep(REST_MS);
  const made: number[] = [];
  const create = await p50(async () => void made.push(await bench.createTicket("Timed")));
  const move = await p50((at) =>
    api("PATCH", `/projects/bench/tickets/${made[at]}/status`, { status: "Review" }),
  );
  const list = await p50(() => api("GET", "/projects/bench/tickets?limit=50"));
  const board = await p50(() => api("GET", "/projects/bench/board"));
  for (const number of made) await api("DELETE", `/projects/bench/tickets/${number}`);
  return { create, move, list, board };
}

async function p50(work: (at: number) => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let at = 0; at < CALLS; at += 1) {
    const beganMs = performance.now();
    await work(at);
    times.push(performance.now() - beganMs);
  }
  return percentile(times, 0.5);
}
