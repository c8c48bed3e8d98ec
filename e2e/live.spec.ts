import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { createTicket, expect, readRun, runInState, test } from "./support/fixtures.ts";
import type { Product } from "./support/product.ts";
import { createRepository } from "./support/workspace.ts";

test.use({ viewport: { width: 1440, height: 900 } });

const rule = (agent: string, group: string, excluded: string[] = []) => ({
  id: agent,
  name: `Work of ${agent}`,
  trigger: { type: "ticketInColumn", columns: ["Todo"], assigneeSlug: agent },
  actions: [{ type: "runAgent", agent, concurrencyGroup: group, mutuallyExclusiveWith: excluded }],
});

/** A project with three agents: two that work side by side, and one whose group the first keeps closed. */
async function openYard(product: Product): Promise<string> {
  const workspace = join(dirname(product.dataDir), "work", `yard-${Date.now()}`);
  await mkdir(workspace, { recursive: true });
  const rules = [
    rule("programmer", "workspace"),
    rule("writer", "docs"),
    rule("releaser", "release", ["workspace"]),
  ];
  await createRepository(workspace, {
    ".agents/automations.json": JSON.stringify({ dailyBudgetUsd: 10, automations: rules }),
    ...Object.fromEntries(
      ["programmer", "writer", "releaser"].map((agent) => [
        `.agents/skills/${agent}.md`,
        `You are the ${agent}.\n`,
      ]),
    ),
  });
  const { slug } = await product.api<{ slug: string }>("POST", "/projects", {
    name: "Yard",
    workspacePath: workspace,
  });
  await product.api("PATCH", `/projects/${slug}`, { allowedCommands: ["sleep 300"] });
  return slug;
}

const add = (product: Product, slug: string, agent: string, title: string) =>
  createTicket(product, slug, { title, assignedTo: agent, status: "Todo" });

const place = (page: Page, number: number) => page.locator(`[data-tile="${number}"]`);
const lane = (page: Page, group: string) => page.locator(`[data-lane="${group}"]`);
const waiters = (page: Page, group: string) =>
  lane(page, group)
    .locator("[data-waiter]")
    .evaluateAll((links) => links.map((link) => link.getAttribute("data-waiter")));

test("the control room shows lanes and runs at places that do not move, and answers, steers and stops by key", async ({
  page,
  product,
}) => {
  test.setTimeout(120_000);
  const slug = await openYard(product);
  await page.goto(`/live?project=${slug}`);
  await expect(page.getByText("No agent is at work")).toBeVisible();

  await add(product, slug, "writer", "Storage [scenario: ask-question]");
  await runInState(product, slug, 1, "awaiting_input");
  await add(product, slug, "programmer", "Notes [scenario: edit-and-wait]");
  const build = await runInState(product, slug, 2, "running");
  await add(product, slug, "programmer", "Next [scenario: long-sleep]");
  await add(product, slug, "programmer", "Later [scenario: long-sleep]");
  await add(product, slug, "releaser", "Release [scenario: long-sleep]");

  await expect(lane(page, "workspace")).toContainText("2 Notes");
  await expect.poll(() => waiters(page, "workspace")).toEqual(["3", "4"]);
  await expect(lane(page, "release")).toContainText("closed by workspace");
  await expect.poll(() => waiters(page, "release")).toEqual(["5"]);
  await expect(page.locator("[data-places]")).toHaveAttribute("data-places", "2/6");

  await expect(place(page, 2)).toHaveAttribute("data-run", build.id);
  const effects = place(page, 2).locator("[data-effect]");
  await expect(effects).toHaveText([/half-done\.md\+1/, /README\.md\+1/, /sleep 300/]);
  await expect(place(page, 3)).toContainText(/next: 3 when 2 leaves workspace/);

  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.filter(({ impact }) => /serious|critical/.test(impact ?? ""))).toEqual([]);
  }

  // An answer in place: the run goes on and ends, and the other one stays where it is.
  await page.keyboard.press("1");
  await expect(place(page, 1)).toBeFocused();
  await place(page, 1)
    .getByRole("button", { name: /Postgres/ })
    .click();
  await runInState(product, slug, 1, "ended");
  await expect(place(page, 1)).toContainText(/free/);
  await expect(place(page, 2)).toHaveAttribute("data-run", build.id);
  await expect(page.locator("[data-said]")).toContainText("1 Storage");
  await page.reload();
  await expect(place(page, 2)).toHaveAttribute("data-run", build.id);
  await expect(place(page, 1)).toContainText(/free/);
  await expect(effects).toHaveCount(3);

  await page.keyboard.press("2");
  await page.keyboard.press("s");
  await expect(place(page, 2).getByRole("textbox")).toBeFocused();
  await page.keyboard.type("Also mention x and 1");
  await page.keyboard.press("Control+Enter");
  await expect(place(page, 2).locator("[data-composer] [role='status']")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(place(page, 2)).toBeFocused();
  await page.keyboard.press(".");
  await page.getByRole("menuitem", { name: "Write to programmer" }).click();
  await expect(place(page, 2).getByRole("textbox")).toBeFocused();
  await page.keyboard.press("Escape");

  await page.keyboard.press("x");
  await expect(page.getByRole("menuitem", { name: /^Stop and undo/ })).toBeVisible();
  await page.keyboard.press("Enter");
  await runInState(product, slug, 2, "ended");
  expect((await readRun(product, slug, build.id)).outcome).toBe("stopped");
  // The freed group takes the next one, which gets a free place.
  const next = await runInState(product, slug, 3, "running");
  await expect(page.locator(`[data-run="${next.id}"]`)).toBeVisible();

  await page.setViewportSize({ width: 360, height: 740 });
  await expect(page.getByRole("button", { name: /Lanes and places/ })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.keyboard.press("g");
  await page.keyboard.press("h");
  await expect(page).toHaveURL(/\/$/);
  await product.api("POST", `/projects/${slug}/pause`, { paused: true, stopRunning: true });
});
