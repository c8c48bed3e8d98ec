import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import type { RunDetail } from "#server/contracts/run.ts";
import {
  card,
  column,
  createTicket,
  dragTo,
  expect,
  listRuns,
  readRun,
  runInState,
  signIn,
  test,
} from "./support/fixtures.ts";
import type { Board } from "./support/fixtures.ts";
import type { Product } from "./support/product.ts";

test.use({ viewport: { width: 1680, height: 950 } });

const ask = (product: Product, board: Board, scenario: string, title = "Work") =>
  createTicket(product, board.slug, {
    title: `${title} [scenario: ${scenario}]`,
    assignedTo: "programmer",
    status: "Todo",
  });

/** How long a question waits before its run is parked; 0 = at once. */
const parkAfter = (product: Product, board: Board, answerWaitSeconds: number) =>
  product.api("PATCH", `/projects/${board.slug}`, { answerWaitSeconds });

const summary = (page: Page) => page.locator("[data-run-summary]");

test("a running session is taken over, worked in, and given back", async ({
  page,
  board,
  product,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await ask(product, board, "long-sleep");
  const first = await runInState(product, board.slug, 1, "running");
  await page.goto(`/p/${board.slug}/t/1`);
  await expect(page.getByText(/sleep 300/).first()).toBeVisible();
  await expect(page.getByText(/claude --resume/)).toHaveCount(0);

  await page.getByRole("button", { name: "More ways to stop" }).click();
  await page.getByRole("menuitem", { name: /Take over/ }).click();
  await runInState(product, board.slug, 1, "ended");
  const command = `claude --resume ${first.sessionId}`;
  await expect(summary(page).locator("code")).toContainText(command);
  await expect(summary(page).getByText("owner works in this session")).toBeVisible();
  await summary(page).getByRole("button", { name: "Copy" }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(
    `cd ${board.workspace} && ${command}`,
  );

  // The card and Why say who has it, and nothing starts.
  await expect(card(page, 1)).toContainText("owner works in the session of programmer");
  await page.getByRole("tab", { name: "Why" }).click();
  await expect(page.getByRole("tabpanel", { name: "Why" })).toContainText(
    "owner works in the session of programmer",
  );
  await product.api("PATCH", `/projects/${board.slug}/tickets/1/status`, { status: "Todo" });
  expect(await listRuns(product, board.slug)).toHaveLength(1);

  await page.getByRole("tab", { name: "Run" }).click();
  await summary(page).getByRole("button", { name: "Give back" }).click();
  const second = await runInState(product, board.slug, 1, "running");
  expect(second).toMatchObject({ previousRunId: first.id, sessionId: first.sessionId });
  expect((await readRun(product, board.slug, second.id)).prompt).toContain(
    "The owner worked in this session; look at the last turns first.",
  );
});

test("a parked run is taken over by keyboard from its end, and the toast takes that back", async ({
  page,
  board,
  product,
}) => {
  await parkAfter(product, board, 0);
  await ask(product, board, "ask-question");
  await runInState(product, board.slug, 1, "ended");
  await page.goto(`/p/${board.slug}/t/1`);
  const button = summary(page).getByRole("button", { name: "Take over" });
  await button.focus();
  await page.keyboard.press("Enter");
  await expect(summary(page).getByText("owner works in this session")).toBeVisible();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(page.locator("[data-takeover]")).toHaveCount(0);
  expect(await listRuns(product, board.slug)).toHaveLength(1);
});

test("a parked run with uncommitted changes holds its group until it is released", async ({
  page,
  board,
  product,
}) => {
  await parkAfter(product, board, 0);
  await ask(product, board, "edit-and-ask", "Holder");
  await runInState(product, board.slug, 1, "ended");
  await ask(product, board, "default-success", "Waiter");
  await page.goto(`/p/${board.slug}`);
  await expect(card(page, 1)).toContainText(/holds workspace since \d/);
  await expect(card(page, 2)).toContainText(
    "Group workspace is held: programmer waits for an answer on #1 with uncommitted changes",
  );

  await card(page, 1).getByRole("button", { name: "Release" }).click();
  await runInState(product, board.slug, 2, "ended");
  await expect(card(page, 1)).not.toContainText("holds workspace");
  // Its question is still there, and an answer resumes it.
  await page.goto(`/p/${board.slug}/t/1`);
  await page
    .getByRole("region", { name: "Ticket #1" })
    .getByRole("button", { name: /^Yes/ })
    .click();
  await expect
    .poll(async () => (await listRuns(product, board.slug)).length, { timeout: 30_000 })
    .toBe(3);
});

test("Try again in its ways, with the settings that will be used", async ({
  page,
  board,
  product,
}) => {
  await ask(product, board, "default-success");
  const first = await runInState(product, board.slug, 1, "ended");
  await page.goto(`/p/${board.slug}/t/1`);
  const more = page.getByRole("button", { name: "More ways to try again" });
  const latest = async (): Promise<RunDetail> => {
    const run = await runInState(product, board.slug, 1, "ended");
    return readRun(product, board.slug, run.id);
  };
  const afterRun = (previous: string) =>
    expect.poll(async () => (await latest()).previousRunId, { timeout: 45_000 }).toBe(previous);

  await more.click();
  await expect(page.getByText(/^Uses: rule Dispatch to the programmer/)).toContainText(
    "group workspace",
  );
  await page.getByRole("menuitem", { name: /With a note/ }).click();
  await page.getByRole("dialog").getByRole("textbox").fill("Mind the tests");
  await page.keyboard.press("Control+Enter");
  await afterRun(first.id);
  const second = await latest();
  expect(second).toMatchObject({ attempt: 2, isResume: true, sessionId: first.sessionId });
  expect(second.prompt).toContain("Mind the tests");

  await page.goto(`/p/${board.slug}/t/1`);
  await more.click();
  await page.getByRole("menuitem", { name: /Stronger model/ }).click();
  await afterRun(second.id);
  const third = await latest();
  expect(third).toMatchObject({ attempt: 3, model: "opus" });

  await page.goto(`/p/${board.slug}/t/1`);
  await more.click();
  await page.getByRole("menuitem", { name: /Fresh session/ }).click();
  await afterRun(third.id);
  const fourth = await latest();
  expect(fourth).toMatchObject({ attempt: 4, isResume: false });
  expect(fourth.sessionId).not.toBe(first.sessionId);
});

test("Run behind another run says when its turn comes, and is taken back from card and panel", async ({
  page,
  board,
  product,
}) => {
  await ask(product, board, "long-sleep", "Holder");
  await runInState(product, board.slug, 1, "running");
  await createTicket(product, board.slug, { title: "Later", assignedTo: "programmer" });
  await page.goto(`/p/${board.slug}`);
  const menu = async (item: string) => {
    await card(page, 2).hover();
    await card(page, 2)
      .getByRole("button", { name: /^More for/ })
      .click();
    await page.getByRole("menuitem", { name: item }).click();
  };
  await menu("Run programmer");
  await expect(page.getByText(/#2: next after #1/)).toBeVisible();
  await expect(card(page, 2)).toContainText("Group workspace is busy");
  await menu("Take the start back");
  await expect(card(page, 2)).not.toContainText("Group workspace is busy");

  await page.goto(`/p/${board.slug}/t/2`);
  await page.getByRole("tab", { name: "Run" }).click();
  await page.getByRole("button", { name: "Run programmer" }).click();
  await page.locator("[data-queued]").getByRole("button", { name: "Take the start back" }).click();
  await expect(page.locator("[data-queued]")).toHaveCount(0);
  expect(await listRuns(product, board.slug)).toHaveLength(1);
});

test("several permission requests are answered in one list; the second tab closes its card, and a second answer is refused", async ({
  page,
  board,
  product,
  context,
}) => {
  await ask(product, board, "two-permissions");
  await runInState(product, board.slug, 1, "awaiting_input");
  await page.goto(`/p/${board.slug}/t/1`);
  const cards = (tab: Page) => tab.locator("[data-question]");
  await expect(cards(page)).toHaveCount(2);
  // The rule stands there before anybody presses anything.
  await expect(cards(page).first().locator("[data-rule]")).toContainText(
    "adds Bash(node --version > first.txt) to the skill of programmer",
  );

  const other = await context.newPage();
  await other.goto(`/p/${board.slug}/t/1`);
  await expect(cards(other)).toHaveCount(2);
  await page.reload();
  await expect(cards(page)).toHaveCount(2);
  const questionId = (await cards(page).first().getAttribute("data-question")) ?? "";
  await cards(page)
    .first()
    .getByRole("button", { name: /^Always/ })
    .click();
  await expect(cards(other)).toHaveCount(1);
  await expect
    .poll(() => readFile(join(board.workspace, ".agents/skills/programmer.md"), "utf8"))
    .toContain("Bash(node --version > first.txt)");

  const [run] = await listRuns(product, board.slug);
  const second = await fetch(`${product.url}/api/projects/${board.slug}/runs/${run?.id}/answer`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${product.ownerToken}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ questionId, answer: { permission: "deny" } }),
  });
  expect(second.status).toBe(409);
  expect(await second.json()).toMatchObject({ code: "ANSWERED", details: { by: "owner" } });

  await cards(other).getByRole("button", { name: "Deny" }).click();
  await cards(other).getByRole("textbox").fill("not that one");
  await cards(other).getByRole("button", { name: "Deny" }).click();
  await runInState(product, board.slug, 1, "ended");
  await expect(other.getByText("1 of 2 were allowed.").first()).toBeVisible();
  expect(existsSync(join(board.workspace, "second.txt"))).toBe(false);
});

test("an answer outlives a restart of everything", async ({ page, board, product }) => {
  test.setTimeout(150_000);
  await ask(product, board, "permission-bash");
  await runInState(product, board.slug, 1, "awaiting_input");
  await product.restart();
  await signIn(page.context(), product);
  await page.goto(`/p/${board.slug}/t/1`);
  await page.getByRole("button", { name: "Allow once" }).click();
  const run = await runInState(product, board.slug, 1, "ended");
  expect(run.outcome).toBe("completed");
});

test("a plan is changed and approved; an agent that decides itself lists what it decided", async ({
  page,
  board,
  product,
}) => {
  await product.api("PATCH", `/projects/${board.slug}`, { permissionLevel: "plan" });
  await ask(product, board, "plan-first");
  await runInState(product, board.slug, 1, "awaiting_input");
  await page.goto(`/p/${board.slug}/t/1`);
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await page
    .getByRole("textbox", { name: "The plan as it should be carried out" })
    .fill("1. Only the file.");
  await page.getByRole("button", { name: "Approve as changed" }).click();
  await runInState(product, board.slug, 1, "ended");
  await expect.poll(() => existsSync(join(board.workspace, "plan.txt"))).toBe(true);

  await product.api("PATCH", `/projects/${board.slug}`, { permissionLevel: "edit" });
  const skill = join(board.workspace, ".agents/skills/programmer.md");
  await writeFile(skill, "---\nquestions: decide\n---\nYou are the programmer.\n");
  // A run takes the front matter that was seen last; the file itself is read at once.
  await expect
    .poll(async () => {
      const { items } = await product.api<{ items: { agent: string; version: number }[] }>(
        "GET",
        `/projects/${board.slug}/skills`,
      );
      return items.find(({ agent }) => agent === "programmer")?.version;
    })
    .toBe(2);
  execFileSync("git", ["status", "--porcelain"], { cwd: board.workspace });
  await ask(product, board, "ask-question", "Decide");
  await runInState(product, board.slug, 2, "ended");
  await page.goto(`/p/${board.slug}/t/2`);
  await expect(page.locator("[data-decided]")).toContainText("Decided without you");
  await expect(page.locator("[data-decided]")).toContainText("Which storage shall I use?");
});

test("moving a card at work asks what becomes of its run", async ({ page, board, product }) => {
  await ask(product, board, "long-sleep");
  const run = await runInState(product, board.slug, 1, "running");
  await page.goto(`/p/${board.slug}`);
  await expect(column(page, "InProgress").locator('[data-ticket="1"]')).toBeVisible();
  await dragTo(page, card(page, 1), column(page, "Review"));
  const dialog = page.getByRole("dialog", { name: "Move #1 to Review?" });
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(column(page, "InProgress").locator('[data-ticket="1"]')).toBeVisible();

  await dragTo(page, card(page, 1), column(page, "Review"));
  await dialog.getByRole("button", { name: "Keep it running" }).click();
  await expect(column(page, "Review").locator('[data-ticket="1"]')).toBeVisible();
  expect((await readRun(product, board.slug, run.id)).stopRequestedAt).toBeNull();

  await page.goto(`/p/${board.slug}/t/1`);
  await page.locator('[data-property="column"]').click();
  await page.getByRole("menuitemcheckbox", { name: "Backlog" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Stop it" }).click();
  expect((await runInState(product, board.slug, 1, "ended")).outcome).toBe("stopped");
});

test("what needs a person is one list on the first page, answered in place", async ({
  page,
  board,
  product,
}) => {
  await ask(product, board, "permission-bash");
  await runInState(product, board.slug, 1, "awaiting_input");
  await page.goto("/inbox");
  await expect(page).toHaveURL(/\/$/);
  const row = page.locator("[data-inbox]").filter({ hasText: board.slug });
  await expect(row).toContainText("node --version > node-version.txt && cat node-version.txt");
  await expect(page).toHaveTitle(/^\(\d+\) /);
  await row.getByRole("button", { name: "Allow once" }).click();
  expect((await runInState(product, board.slug, 1, "ended")).outcome).toBe("completed");
  await expect(row.getByRole("button", { name: "Allow once" })).toHaveCount(0);
});
