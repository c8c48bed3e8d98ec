import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import {
  card,
  column,
  createTicket,
  dragTo,
  expect,
  runInState,
  test,
} from "./support/fixtures.ts";

test.use({ viewport: { width: 1680, height: 950 } });

interface JournalLine {
  event: string;
  argv?: string[];
  project?: string | null;
  ticket?: string | null;
}

/** Values of `--permission-mode` with which agents of a ticket really ran, in order. */
async function modesOf(dataDir: string, project: string, ticket: number): Promise<string[]> {
  const log = await readFile(join(dirname(dataDir), "agents.log"), "utf8");
  return log
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as JournalLine)
    .filter((line) => line.event === "start" && line.project === project)
    .filter((line) => line.ticket === String(ticket))
    .map(({ argv = [] }) => argv[argv.indexOf("--permission-mode") + 1] ?? "");
}

test("renaming a column rewrites the automations that name it, and their work goes on", async ({
  page,
  board,
  product,
}) => {
  const file = join(board.workspace, ".agents/automations.json");
  await page.goto(`/p/${board.slug}`);
  await expect(column(page, "Backlog")).toBeVisible();
  await page.keyboard.press("g");
  await page.keyboard.press("s");
  await expect(page).toHaveURL(new RegExp(`/p/${board.slug}/settings`));

  const name = page.getByRole("textbox", { name: "Name of column Todo" });
  await name.fill("Ready");
  await name.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Todo becomes Ready" });
  const difference = dialog.getByRole("region", { name: "Change of automations.json" });
  await expect(difference).toContainText('"Todo"');
  await expect(difference).toContainText('"Ready"');
  expect(await readFile(file, "utf8")).toContain('"Todo"');
  await dialog.getByRole("button", { name: "Rename and rewrite" }).click();
  await expect(dialog).toBeHidden();

  const row = page.locator('[data-settings-column="Ready"]');
  await expect(row).toContainText("Named by dispatch");
  const text = await readFile(file, "utf8");
  expect(text).toContain('"Ready"');
  expect(text).not.toContain('"Todo"');

  await createTicket(product, board.slug, {
    title: "Works under the new name [scenario: default-success]",
    assignedTo: "programmer",
    status: "Ready",
  });
  await runInState(product, board.slug, 1, "ended");
});

test("columns are ordered by keyboard, and a limit that refuses turns a drag back", async ({
  page,
  board,
  product,
}) => {
  for (const title of ["First", "Second"]) await createTicket(product, board.slug, { title });
  await page.goto(`/p/${board.slug}/settings`);
  const limit = page.getByRole("textbox", { name: /Most tickets in column Review/ });
  await limit.fill("1");
  await limit.press("Enter");
  const refuse = page.getByRole("switch", { name: /limit in column Review/ });
  await expect(refuse).toBeEnabled();
  await refuse.click();
  await expect(refuse).toBeChecked();

  await page.getByRole("button", { name: /Move column Review/ }).press("Alt+ArrowUp");
  await expect(page.getByText("Review is now column 4 of 6")).toBeAttached();
  await expect(page.locator("[data-settings-column]").nth(3)).toHaveAttribute(
    "data-settings-column",
    "Review",
  );

  await page.goto(`/p/${board.slug}`);
  await dragTo(page, card(page, 1), column(page, "Review"));
  await expect(column(page, "Review").locator("[data-ticket]")).toHaveCount(1);
  await dragTo(page, card(page, 2), column(page, "Review"));
  await expect(page.getByText(/its limit is 1|is full/i).first()).toBeVisible();
  await expect(column(page, "Backlog").locator("[data-ticket]")).toHaveText([/Second/]);
});

test("a new cap changes the gauge at once, and a project without a fuse says so", async ({
  page,
  board,
  product,
}) => {
  await page.goto(`/p/${board.slug}/settings?tab=money`);
  const bar = page.getByRole("link", { name: /of \$10 spent today/ });
  await expect(bar).toBeVisible();
  const cap = page.getByRole("textbox", { name: "Daily cap in $" });
  await cap.fill("none");
  await cap.press("Enter");
  await expect(page.getByText("A number of dollars, 0 or more")).toBeVisible();
  await cap.fill("25.5");
  await cap.press("Enter");
  await expect(page.getByRole("link", { name: /of \$25\.50 spent today/ })).toBeVisible();
  await expect(page.locator('[data-setting="dailyBudgetUsd"]')).toContainText("Changed by owner");

  await page.getByRole("button", { name: "Remove the fuse" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove the fuse" }).click();
  await expect(page.locator("[data-no-fuse]")).toContainText("No fuse");
  await expect(page.getByRole("link", { name: /no daily cap/ })).toBeVisible();
  const project = await product.api<{ budget: { capUsd: number | null } }>(
    "GET",
    `/projects/${board.slug}`,
  );
  expect(project.budget.capUsd).toBeNull();
});

test("another permission level changes the flags of the next run", async ({
  page,
  board,
  product,
}) => {
  await page.goto(`/p/${board.slug}/settings?tab=agents`);
  const ask = page.getByRole("radio", { name: /^Ask/ }).first();
  await expect(page.getByRole("radio", { name: /^Edit/ })).toBeChecked();
  const start = (title: string) =>
    createTicket(product, board.slug, {
      title: `${title} [scenario: default-success]`,
      assignedTo: "programmer",
      status: "Todo",
    });
  await start("Before");
  await runInState(product, board.slug, 1, "ended");
  await ask.click();
  await expect(ask).toBeChecked();
  await start("After");
  // The same agent now asks before its first write.
  await runInState(product, board.slug, 2, "awaiting_input");
  expect(await modesOf(product.dataDir, board.slug, 1)).toEqual(["acceptEdits"]);
  expect(await modesOf(product.dataDir, board.slug, 2)).toEqual(["default"]);
});

test("what somebody else changed meanwhile is not overwritten", async ({
  page,
  board,
  product,
}) => {
  await page.goto(`/p/${board.slug}/settings?tab=agents`);
  const wait = page.getByRole("textbox", { name: "Seconds an agent waits for an answer" });
  await expect(wait).toHaveValue("300");
  await page.route(`**/api/projects/${board.slug}`, async (route) => {
    if (route.request().method() === "PATCH") {
      await product.api("PATCH", `/projects/${board.slug}`, { answerWaitSeconds: 60 });
    }
    await route.continue();
  });
  await wait.fill("120");
  await wait.press("Enter");
  await expect(page.getByText("Somebody changed this meanwhile.")).toBeVisible();
  await wait.press("Escape");
  await expect(wait).toHaveValue("60");
});

test("a board is deleted only with its name typed", async ({ page, product }) => {
  const { slug } = await product.api<{ slug: string }>("POST", "/projects", { name: "Throw away" });
  await page.goto(`/p/${slug}/settings?tab=danger`);
  await page.getByRole("button", { name: "Delete the project…" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete Throw away?" });
  const confirm = dialog.getByRole("button", { name: "Delete for good" });
  await dialog.getByRole("textbox").fill("Throw");
  await expect(confirm).toBeDisabled();
  await dialog.getByRole("textbox").fill("Throw away");
  await confirm.click();
  await expect(page).toHaveURL(/\/$/);
  await expect(product.api("GET", `/projects/${slug}`)).rejects.toThrow(/404/);
});
