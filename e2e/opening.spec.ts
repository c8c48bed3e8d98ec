import { mkdir, readFile, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import {
  card,
  column,
  createTicket,
  dragTo,
  expect,
  listRuns,
  runInState,
  signIn,
  test,
} from "./support/fixtures.ts";
import { startProduct } from "./support/product.ts";
import { createRepository } from "./support/workspace.ts";

test.use({ viewport: { width: 1680, height: 950 } });

test("the first page of an empty installation shows what was found and two ways on", async ({
  browser,
}) => {
  const fresh = await startProduct();
  try {
    const context = await browser.newContext({ baseURL: fresh.url });
    await signIn(context, fresh);
    const page = await context.newPage();
    await page.goto("/");
    await expect(page.getByText("2.1.332")).toBeVisible();
    await expect(page.getByText(/git/).first()).toBeVisible();
    await expect(page.getByRole("button", { name: "Try the demo" })).toBeVisible();
    await page.getByText("Open a folder").click();
    await page.waitForURL(/\/open$/);
    await context.close();
  } finally {
    await fresh.stop();
  }
});

test("opening a plain repository ends on a board on which the first drag starts an agent", async ({
  page,
  product,
}) => {
  const workspace = join(dirname(product.dataDir), "plain-repository");
  await mkdir(workspace, { recursive: true });
  await createRepository(workspace);
  await page.goto("/open");
  await page
    .getByRole("combobox", { name: "Folder" })
    .or(page.getByRole("textbox", { name: "Folder" }))
    .fill(workspace);
  await expect(page.getByText("Git, branch main")).toBeVisible();
  await expect(page.getByText(".agents/skills/programmer.md")).toBeVisible();
  await expect(stat(join(workspace, ".agents"))).rejects.toThrow();
  await page.getByLabel("Daily cap in $").fill("5");
  await page.getByRole("button", { name: "Open the board" }).click();

  await page.waitForURL(/\/p\/plain-repository/);
  expect(await listRuns(product, "plain-repository")).toEqual([]);
  expect(await readFile(join(workspace, ".agents/automations.json"), "utf8")).toMatch(
    /"dailyBudgetUsd": 5/,
  );
  await dragTo(page, card(page, 1), column(page, "Todo"));
  const run = await runInState(product, "plain-repository", 1, "ended");
  expect(run).toMatchObject({ agent: "programmer", permissionLevel: "edit", isDemo: false });
});

test("the demo plays its story only after the first drag, and its runs are marked", async ({
  page,
  product,
}) => {
  await page.goto("/");
  await page
    .getByRole("button", { name: "Try the demo" })
    .or(page.getByRole("link", { name: "Try the demo" }))
    .click();
  await page.waitForURL(/\/p\/demo/);
  await expect(card(page, 1)).toBeVisible();
  expect((await listRuns(product, "demo")).filter(({ state }) => state !== "ended")).toEqual([]);

  await dragTo(page, card(page, 1), column(page, "Todo"));

  await page.goto("/p/demo/t/1");
  await expect(page.getByText("Demo", { exact: true }).nth(1)).toBeVisible();
  const run = await runInState(product, "demo", 1, "ended");
  expect(run).toMatchObject({ isDemo: true, outcome: "completed" });

  // On a narrower screen a ticket that waits lies in a rail, which is open until the last one has left.
  const { id } = await createTicket(product, "demo", { title: "One more" });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/p/demo");
  const rail = page.getByRole("button", { name: /^Open Backlog/ });
  await expect(rail).toHaveAttribute("aria-expanded", "true");
  await product.api("DELETE", `/projects/demo/tickets/${id}`);
  await expect(rail).toHaveAttribute("aria-expanded", "false");
});
