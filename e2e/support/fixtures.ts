import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { test as base, expect } from "@playwright/test";
import type { BrowserContext, Locator, Page } from "@playwright/test";
import type { RunDetail, RunSummary } from "#server/contracts/run.ts";
import { startProduct } from "./product.ts";
import type { Product } from "./product.ts";
import { agentFiles, createRepository } from "./workspace.ts";

export interface Board {
  slug: string;
  workspace: string;
}

interface WorkerFixtures {
  product: Product;
}

interface TestFixtures {
  /** Signed in as the owner. */
  context: BrowserContext;
  /** A project of its own, with a programmer and two automations. */
  board: Board;
}

let boardCount = 0;

export const test = base.extend<TestFixtures, WorkerFixtures>({
  product: [
    async ({ browserName: _browser }, use) => {
      const product = await startProduct({ FAKE_CLAUDE_SPEED: "1" });
      await use(product);
      await product.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: async ({ product }, use) => {
    await use(product.url);
  },
  context: async ({ context, product }, use) => {
    await signIn(context, product);
    await use(context);
  },
  board: async ({ product }, use) => {
    boardCount += 1;
    const name = `Shop ${boardCount}`;
    const workspace = join(dirname(product.dataDir), "work", `shop-${boardCount}-${Date.now()}`);
    await mkdir(workspace, { recursive: true });
    await createRepository(workspace, agentFiles());
    const project = await product.api<{ slug: string }>("POST", "/projects", {
      name,
      workspacePath: workspace,
    });
    await product.api("PATCH", `/projects/${project.slug}`, {
      allowedCommands: ["npm test", "git add", "git commit", "sleep 300"],
    });
    await use({ slug: project.slug, workspace });
    await product.api("POST", `/projects/${project.slug}/pause`, {
      paused: true,
      stopRunning: true,
    });
  },
});

export { expect };

/** Opens a fresh login link; the cookie stays in the context. */
export async function signIn(context: BrowserContext, product: Product): Promise<void> {
  const page = await context.newPage();
  await page.goto(await product.loginLink());
  await page.waitForURL((url) => !url.pathname.startsWith("/login"));
  await page.close();
}

export function column(page: Page, name: string): Locator {
  return page.locator(`[data-column="${name}"]`);
}

export function card(page: Page, number: number): Locator {
  return page.locator(`[data-ticket="${number}"]`);
}

/** The page has taken another size or look in: two frames and what they called for. */
export async function settleLayout(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((done) =>
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 0))),
      ),
  );
}

/** Drags a card with the pointer, as a hand does: press, move in steps, release. */
export async function dragTo(page: Page, source: Locator, target: Locator, y = 60): Promise<void> {
  const from = await source.boundingBox();
  const to = await target.boundingBox();
  if (!from || !to) throw new Error("both ends of the drag have to be on the screen");
  await page.mouse.move(from.x + from.width / 2, from.y + 12);
  await page.mouse.down();
  await page.mouse.move(from.x + from.width / 2 + 8, from.y + 20, { steps: 3 });
  await page.mouse.move(to.x + to.width / 2, to.y + y, { steps: 8 });
  await page.mouse.move(to.x + to.width / 2, to.y + y + 1);
  await page.mouse.up();
}

export function createTicket(
  product: Product,
  slug: string,
  ticket: Record<string, unknown>,
): Promise<{ id: number }> {
  return product.api("POST", `/projects/${slug}/tickets`, { status: "Backlog", ...ticket });
}

export function listRuns(product: Product, slug: string): Promise<RunSummary[]> {
  return product.api("GET", `/projects/${slug}/runs`);
}

export function readRun(product: Product, slug: string, id: string): Promise<RunDetail> {
  return product.api("GET", `/projects/${slug}/runs/${id}`);
}

/** Every stored event of a run, page by page. */
export async function readEvents(
  product: Product,
  slug: string,
  id: string,
): Promise<{ seq: number; kind: string; payload: Record<string, unknown> }[]> {
  const events: { seq: number; kind: string; payload: Record<string, unknown> }[] = [];
  for (;;) {
    const after = events.at(-1)?.seq ?? 0;
    const { items } = await product.api<{ items: typeof events }>(
      "GET",
      `/projects/${slug}/runs/${id}/events?after=${after}&limit=500`,
    );
    if (items.length === 0) return events;
    events.push(...items);
  }
}

/** Waits until the newest run of a ticket has this state and returns it. */
export async function runInState(
  product: Product,
  slug: string,
  ticket: number,
  state: RunSummary["state"],
): Promise<RunSummary> {
  let found: RunSummary | undefined;
  await expect
    .poll(
      async () => {
        found = (await listRuns(product, slug)).find((run) => run.ticket === ticket);
        return found?.state;
      },
      { timeout: 45_000, intervals: [100] },
    )
    .toBe(state);
  if (!found) throw new Error("unreachable: the poll above found it");
  return found;
}
