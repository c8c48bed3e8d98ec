/** A browser with an open board of so many tickets, in a product of its own. */
import { chromium } from "@playwright/test";
import type { CDPSession, Page } from "@playwright/test";
import { insertTickets } from "./bulk-tickets.ts";
import type { Cleanup } from "./cleanup.ts";
import { startBenchProduct } from "./product.ts";
import type { BenchProduct } from "./product.ts";

export const BROWSER = process.env["SIGNALBOX_CHROMIUM"] ?? "/usr/bin/chromium";
export const BROWSER_ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--disable-background-networking",
];
const VIEWPORT = { width: 1680, height: 950 };
/** All of them: each has a window of its own. */
const COLUMNS = ["Backlog", "Todo", "InProgress", "Blocked", "Review", "Done"];

export interface SizedBoard {
  bench: BenchProduct;
  page: Page;
  cdp: CDPSession;
  /** Opens the board anew and waits for its first cards. */
  open(): Promise<void>;
}

export async function openSizedBoard(cleanup: Cleanup, tickets: number): Promise<SizedBoard> {
  const bench = await startBenchProduct(cleanup);
  const { id } = await bench.database.prisma.project.findFirstOrThrow({ where: { slug: "bench" } });
  for (const [index, column] of COLUMNS.entries()) {
    const upTo = (columns: number) => Math.round((tickets * columns) / COLUMNS.length);
    const count = upTo(index + 1) - upTo(index);
    await insertTickets(bench.database, { projectId: id, column, count, assignee: null });
  }
  const browser = await chromium.launch({ executablePath: BROWSER, args: BROWSER_ARGS });
  cleanup.add(() => browser.close());
  const page = await browser.newPage({ viewport: VIEWPORT });
  await page.goto(await bench.product.loginLink());
  await page.waitForURL((url) => !url.pathname.startsWith("/login"));
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Performance.enable");
  const open = async (): Promise<void> => {
    await page.goto(`${bench.product.url}/p/bench`);
    await page.waitForFunction(() => document.querySelectorAll("[data-ticket]").length >= 50);
  };
  return { bench, page, cdp, open };
}

/** One of the browser's own counters, such as `Nodes` or `ScriptDuration` (s). */
export async function readMetric({ cdp }: SizedBoard, name: string): Promise<number> {
  const { metrics } = await cdp.send("Performance.getMetrics");
  const found = metrics.find((metric) => metric.name === name);
  if (!found) throw new Error(`expected the metric ${name}, found none`);
  return found.value;
}

export async function countElements({ page }: SizedBoard): Promise<number> {
  return page.evaluate(() => document.querySelectorAll("*").length);
}
