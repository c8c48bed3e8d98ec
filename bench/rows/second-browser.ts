/**
 * How long a second browser takes to show a change: from the API's answer to a move to the card in its
 * new column on another open board. Bounded by the 200 ms a person feels.
 */
import { chromium } from "@playwright/test";
import { judgeRatio } from "../measure/measure.ts";
import type { Measure } from "../measure/measure.ts";
import { percentile } from "../measure/statistics.ts";
import type { Cleanup } from "../rig/cleanup.ts";
import type { BenchProduct } from "../rig/product.ts";

const MOVES = 20;
const FELT_MS = 200;
const BROWSER = process.env["SIGNALBOX_CHROMIUM"] ?? "/usr/bin/chromium";

export async function measureSecondBrowser(
  bench: BenchProduct,
  cleanup: Cleanup,
  pairs: number,
): Promise<Measure[]> {
  const browser = await chromium.launch({
    executablePath: BROWSER,
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"],
  });
  cleanup.add(() => browser.close());
  const page = await browser.newPage({ viewport: { width: 1680, height: 950 } });
  await page.goto(await bench.product.loginLink());
  await page.waitForURL((url) => !url.pathname.startsWith("/login"));
  const ticket = await bench.createTicket("Watched");
  await page.goto(`${bench.product.url}/p/bench`);
  await page.locator(`[data-ticket="${ticket}"]`).waitFor();

  const samples: { ours: number; reference: number }[] = [];
  for (let pair = 0; pair < pairs; pair += 1) {
    const times: number[] = [];
    for (let move = 0; move < MOVES; move += 1) {
      const status = move % 2 === 0 ? "Review" : "Backlog";
      await bench.product.api("PATCH", `/projects/bench/tickets/${ticket}/status`, { status });
      const answeredAt = performance.now();
      await page.waitForSelector(`[data-column="${status}"] [data-ticket="${ticket}"]`);
      times.push(performance.now() - answeredAt);
    }
    samples.push({ ours: percentile(times, 0.95), reference: FELT_MS });
  }
  return [
    judgeRatio({
      row: "board",
      name: "a move on a second open board, p95, against 200 ms",
      unit: "ms",
      limit: { kind: "atMost", value: 1 },
      samples,
    }),
  ];
}
