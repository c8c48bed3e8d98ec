/**
 * P-12: how smoothly the transcript of a run of 100,000 events scrolls, of one with 1,000. Earlier events
 * are read while it scrolls, as a person who goes back through a long run has it.
 */
import { chromium } from "@playwright/test";
import type { Page } from "@playwright/test";
import { judgeRatio } from "../measure/measure.ts";
import type { Measure } from "../measure/measure.ts";
import { measurePairs } from "../measure/pairs.ts";
import { BROWSER, BROWSER_ARGS } from "../rig/board-of-size.ts";
import { insertTickets } from "../rig/bulk-tickets.ts";
import type { Cleanup } from "../rig/cleanup.ts";
import { idOfRun, insertEndedRuns } from "../rig/large-project.ts";
import { startBenchProduct } from "../rig/product.ts";
import { sampleEvent } from "../rig/sample-events.ts";
import type { Database } from "#server/store/client.ts";
import type { Prisma } from "#server/store/generated/client.ts";

const LARGE = 100_000;
const SMALL = 1_000;
const EVENTS_PER_INSERT = 5_000;
const STEPS = 150;
const STEP_PX = 480;
/** A thousand events are this many steps high. */
const STEPS_OF_SMALL = 50;
/** A screen shows 60 pictures a second; the clock of a picture that came in time differs by less than this. */
const LATE_AFTER_MS = 16.7 + 1;
const FLOOR = 2;

export async function measureScrolling(cleanup: Cleanup, pairs: number): Promise<Measure[]> {
  const { product, database } = await startBenchProduct(cleanup);
  const { id } = await database.prisma.project.findFirstOrThrow({ where: { slug: "bench" } });
  await insertTickets(database, { projectId: id, column: "Review", count: 2, assignee: null });
  await insertEndedRuns(database, id, { runs: 2, first: LARGE, each: SMALL });
  await insertEvents(database, idOfRun(1), LARGE);
  await insertEvents(database, idOfRun(2), SMALL);
  const browser = await chromium.launch({ executablePath: BROWSER, args: BROWSER_ARGS });
  cleanup.add(() => browser.close());
  const page = await browser.newPage({ viewport: { width: 1_680, height: 950 } });
  await page.goto(await product.loginLink());
  await page.waitForURL((url) => !url.pathname.startsWith("/login"));
  const scroll = (ticket: number, turnAfter: number) =>
    scrollThrough(page, `${product.url}/p/bench/t/${ticket}`, turnAfter);
  const samples = await measurePairs({
    pairs,
    warmUp: 1,
    ours: () => scroll(1, STEPS),
    reference: () => scroll(2, STEPS_OF_SMALL),
  });
  return [
    judgeRatio({
      row: "P-12",
      name: `late frames of a scroll at ${LARGE} events, of ${SMALL}`,
      unit: "%",
      limit: { kind: "atMost", value: FLOOR },
      samples,
    }),
  ];
}

async function insertEvents(database: Database, runId: string, count: number): Promise<void> {
  for (let done = 0; done < count; done += EVENTS_PER_INSERT) {
    const data = Array.from({ length: Math.min(EVENTS_PER_INSERT, count - done) }, (_, index) => {
      const seq = done + index + 1;
      const { payload, ...event } = sampleEvent(seq);
      const json = payload as Prisma.InputJsonObject;
      return { runId, seq, at: new Date(), processNumber: 1, offset: 0, ...event, payload: json };
    });
    await database.prisma.runEvent.createMany({ data });
  }
}

/**
 * Opens a run with every event shown and goes up from its end, down again after so many steps, and so on;
 * the share of late frames in percent.
 */
async function scrollThrough(page: Page, address: string, turnAfter: number): Promise<number> {
  await page.goto(address);
  const transcript = page.getByRole("region", { name: "What the agent does" });
  await page.getByRole("combobox", { name: "Show" }).selectOption("all");
  await transcript.locator("[data-index]").nth(10).waitFor();
  await transcript.hover();
  await page.evaluate(() => {
    const clock = {
      frames: [] as number[],
      beforeMs: performance.now(),
      note(nowMs: number): void {
        clock.frames.push(nowMs - clock.beforeMs);
        clock.beforeMs = nowMs;
        requestAnimationFrame(clock.note);
      },
    };
    window.benchFrames = clock.frames;
    requestAnimationFrame(clock.note);
  });
  for (let step = 0; step < STEPS; step += 1) {
    const isUp = Math.floor(step / turnAfter) % 2 === 0;
    await page.mouse.wheel(0, isUp ? -STEP_PX : STEP_PX);
  }
  const frames = await page.evaluate(() => window.benchFrames ?? []);
  const late = frames.filter((ms) => ms > LATE_AFTER_MS).length;
  // One more of each: none at all is no divisor.
  return ((late + 1) * 100) / (frames.length + 1);
}

declare global {
  interface Window {
    benchFrames?: number[];
  }
}
