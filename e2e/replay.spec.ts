import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "@playwright/test";
import { waitFor } from "#server/testing/wait-for.ts";
import { createRandom } from "#server/testing/chaos/rig/random.ts";
import type { Product } from "./support/product.ts";
import {
  createTicket,
  expect,
  readEvents,
  readRun,
  runInState,
  signIn,
  test,
} from "./support/fixtures.ts";

/**
 * a run of ten thousand events is watched by four tabs whose connection is cut at random points.
 * The points are made from a seed that the test tells; `SIGNALBOX_TEST_SEED` plays them again.
 */
const seed = Number(process.env["SIGNALBOX_TEST_SEED"] ?? Date.now() % 1_000_000_007);
/** By then the server has let go of a connection that says nothing: two times its ping. */
const FORGOTTEN_AFTER_MS = 45_000;

// A trace pictures every look at a panel of thousands of rows.
test.use({ viewport: { width: 1440, height: 950 }, trace: "off" });

test("a panel shows each event of a run once and in order, whatever happens to its connection", async ({
  browser,
  context,
  page: hidden,
  board,
  product,
}) => {
  test.setTimeout(420_000);
  test.info().annotations.push({ type: "seed", description: String(seed) });
  const random = createRandom(seed);
  // It goes no further than what is done with it, however long that takes. A step is three events.
  const hold = join(board.workspace, "hold");
  const goTo = (seq: number) => writeFile(hold, String(Math.floor(seq / 3)));
  await goTo(0);
  await createTicket(product, board.slug, {
    title: "Much to tell [scenario: ten-thousand-events]",
    assignedTo: "programmer",
    status: "Todo",
  });
  const { id } = await runInState(product, board.slug, 1, "running");
  const url = `${product.url}/p/${board.slug}/t/1`;
  const reach = (seq: number) => waitForSeq(product, board.slug, id, seq);

  // Two tabs of one browser, of which the first one is behind the second, and another browser elsewhere.
  await hidden.addInitScript(goBehind);
  await open(hidden, url);
  const watched = await context.newPage();
  await open(watched, url);
  const elsewhere = await openContext(browser, product);
  const away = await elsewhere.newPage();
  await open(away, url);
  await hidden.evaluate(() => window.dispatchEvent(new Event("behind")));

  await goTo(1_500);
  await reach(random.between(600, 1_200));
  await elsewhere.setOffline(true);
  const awaySinceMs = performance.now();
  await cut(context, 1_000);
  await goTo(6_600);
  await reach(random.between(1_600, 2_500));
  await expect(watched.getByText(/^Connection lost/)).toHaveCount(0);
  await cut(context, 30_000, watched);
  const late = await context.newPage();
  await open(late, url);
  await watched.bringToFront();
  await goTo(8_200);
  await reach(random.between(6_700, 7_200));
  process.kill(await product.childPid("web"), "SIGKILL");
  await reach(random.between(7_600, 8_000));
  const leftMs = FORGOTTEN_AFTER_MS - (performance.now() - awaySinceMs);
  await expectNoNews(away, Math.max(0, leftMs));
  await elsewhere.setOffline(false);
  await rm(hold);
  await reach(random.between(8_400, 9_000));
  await Promise.all([cut(context, 1_000), cut(elsewhere, 1_000)]);

  await waitFor(async () => (await readRun(product, board.slug, id)).state === "ended", {
    timeoutMs: 90_000,
    intervalMs: 500,
    what: "the end of the run",
  });
  const stored = await readEvents(product, board.slug, id);
  expect(stored.length).toBeGreaterThanOrEqual(10_000);
  expect(stored.map(({ seq }) => seq)).toEqual(stored.map((_, index) => index + 1));
  // Numbers of the header have no row of their own.
  const shown = stored.filter(({ kind }) => kind !== "usage");
  const texts = stored.filter(({ kind }) => kind === "assistant_text");

  expect(await hidden.evaluate(() => document.hidden)).toBe(true);
  await hidden.evaluate(() => window.dispatchEvent(new Event("front")));
  for (const page of [watched, hidden, away, late]) {
    const rows = await readRows(page);
    const seqs = rows.flatMap((row) => row.seqs);
    expect(seqs.toSorted((a, b) => a - b)).toEqual(shown.map(({ seq }) => seq));
    const firsts = rows.map((row) => row.seqs[0]);
    expect(firsts).toEqual(firsts.toSorted((a = 0, b = 0) => a - b));
    const spoken = rows.filter((row) => row.kind === "text");
    expect(spoken.map((row) => row.text)).toEqual(texts.map(({ payload }) => payload["text"]));
  }
  await elsewhere.close();
});

async function openContext(browser: Browser, product: Product): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 950 } });
  await signIn(context, product);
  return context;
}

async function open(page: Page, url: string): Promise<void> {
  await page.bringToFront();
  await page.goto(url);
  await expect(page.locator("[data-run] [data-event-seqs]").last()).toBeVisible({
    timeout: 60_000,
  });
}

/**
 * Runs in the page: what a browser does to a tab behind another one, and a driven browser to none of its
 * tabs. From `behind` to `front` the page is hidden, draws no frame and is woken once a second at most.
 */
function goBehind(): void {
  const frame = window.requestAnimationFrame.bind(window);
  const cancelFrame = window.cancelAnimationFrame.bind(window);
  const timeout = window.setTimeout.bind(window);
  const frames = new Map<number, FrameRequestCallback>();
  let isBehind = false;
  let nextId = -1;
  const show = (isShown: boolean): void => {
    isBehind = !isShown;
    document.dispatchEvent(new Event("visibilitychange"));
    if (!isShown) return;
    for (const callback of frames.values()) frame(callback);
    frames.clear();
  };
  window.addEventListener("behind", () => show(false));
  window.addEventListener("front", () => show(true));
  Object.defineProperty(document, "hidden", { get: () => isBehind });
  Object.defineProperty(document, "visibilityState", {
    get: () => (isBehind ? "hidden" : "visible"),
  });
  window.requestAnimationFrame = (callback) => {
    if (!isBehind) return frame(callback);
    nextId -= 1;
    frames.set(nextId, callback);
    return nextId;
  };
  window.cancelAnimationFrame = (id) => {
    if (!frames.delete(id)) cancelFrame(id);
  };
  const slowTimeout = (callback: () => void, delayMs = 0): number =>
    timeout(callback, isBehind ? Math.max(1_000, delayMs) : delayMs);
  window.setTimeout = slowTimeout as typeof window.setTimeout;
}

/** Without a network for so long; where a page is given, it says so and has no news meanwhile. */
async function cut(context: BrowserContext, lengthMs: number, page?: Page): Promise<void> {
  await context.setOffline(true);
  if (page) await expectNoNews(page, lengthMs);
  else await new Promise((done) => setTimeout(done, lengthMs));
  await context.setOffline(false);
}

/** It really is without a connection. */
async function expectNoNews(page: Page, lengthMs: number): Promise<void> {
  await expect(page.getByText(/^Connection lost/)).toBeVisible();
  // What had arrived before may still be drawn.
  let before = await lastSeq(page);
  await expect
    .poll(
      async () => {
        const last = before;
        before = await lastSeq(page);
        return before === last;
      },
      { intervals: [1_500] },
    )
    .toBe(true);
  await new Promise((done) => setTimeout(done, lengthMs));
  expect(await lastSeq(page)).toBe(before);
}

async function lastSeq(page: Page): Promise<string | null> {
  return page.locator("[data-run] [data-event-seqs]").last().getAttribute("data-event-seqs");
}

/** The run has got so far; `web` may be away meanwhile. */
async function waitForSeq(product: Product, slug: string, id: string, seq: number): Promise<void> {
  await waitFor(
    async () => {
      const run = await readRun(product, slug, id).catch(() => null);
      return run !== null && run.lastSeq >= seq;
    },
    { timeoutMs: 120_000, intervalMs: 200, what: `event ${seq}` },
  );
}

/** Runs in the page: asks for the steps before the loaded ones until the first ones are there. */
async function clickUntilGone(buttons: (HTMLElement | SVGElement)[]): Promise<void> {
  const button = buttons[0] as HTMLButtonElement | undefined;
  while (button?.isConnected) {
    if (!button.disabled) button.click();
    await new Promise((done) => requestAnimationFrame(done));
  }
}

interface ShownRow {
  kind: string;
  seqs: number[];
  text: string;
}

/** Every row of the panel in its order, read by scrolling from its first to its last. */
async function readRows(page: Page): Promise<ShownRow[]> {
  await page.bringToFront();
  await expect(page.locator("[data-run] [data-row=ended]")).toBeVisible({ timeout: 60_000 });
  await page.setViewportSize({ width: 1440, height: 4_000 });
  const box = page.locator("[data-run]").getByRole("region", { name: "What the agent does" });
  const earlier = page.getByRole("button", { name: /earlier steps/ });
  await earlier.evaluateAll(clickUntilGone);
  await expect(earlier).toHaveCount(0);
  await expect(async () => {
    await box.evaluate((element) => element.scrollTo({ top: 0, behavior: "instant" }));
    await expect(box.locator("[data-index='0']")).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 30_000, intervals: [100] });
  return box.evaluate(async (element) => {
    const found = new Map<number, ShownRow>();
    const look = (): void => {
      for (const item of element.querySelectorAll<HTMLElement>("[data-index]")) {
        const row = item.querySelector<HTMLElement>("[data-event-seqs]");
        found.set(Number(item.dataset["index"]), {
          kind: row?.dataset["row"] ?? "",
          seqs: (row?.dataset["eventSeqs"] ?? "").split(" ").map(Number),
          text: row?.innerText.trim() ?? "",
        });
      }
    };
    const drawn = (): Promise<void> =>
      new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())));
    for (;;) {
      await drawn();
      look();
      const { scrollTop, scrollHeight, clientHeight } = element;
      if (scrollTop + clientHeight >= scrollHeight - 2) break;
      element.scrollTo({ top: scrollTop + clientHeight / 2, behavior: "instant" });
    }
    return [...found].toSorted(([a], [b]) => a - b).map(([, row]) => row);
  });
}
