import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTicket, expect, readRun, runInState, test } from "./support/fixtures.ts";

test.use({ viewport: { width: 1680, height: 950 } });

test("an edited skill is used by the next new session, and a conflict shows both texts", async ({
  page,
  board,
  product,
}) => {
  const file = join(board.workspace, ".agents/skills/programmer.md");
  await page.goto(`/p/${board.slug}/agents`);
  await page
    .getByRole("button", { name: /programmer/ })
    .or(page.getByRole("link", { name: /programmer/ }))
    .first()
    .click();
  const editor = page.locator(".cm-content").first();
  await editor.click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("Never touch the migrations.");
  await page.getByRole("button", { name: "Save", exact: true }).click();

  await expect.poll(() => readFile(file, "utf8")).toContain("Never touch the migrations.");
  await createTicket(product, board.slug, {
    title: "New session",
    assignedTo: "programmer",
    status: "Todo",
  });
  const run = await readRun(
    product,
    board.slug,
    (await runInState(product, board.slug, 1, "ended")).id,
  );
  expect(run.prompt).toContain("Never touch the migrations.");
  expect(run.prompt.endsWith("\n\nFocus on ticket #1: New session")).toBe(true);

  await page.reload();
  await page.locator(".cm-content").first().click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(" Mine.");
  await writeFile(file, "Changed on disk.\n");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Changed on disk.").first()).toBeVisible();
  await expect(page.getByText(/Mine\./).first()).toBeVisible();
  expect(await readFile(file, "utf8")).toBe("Changed on disk.\n");
});

test("a broken automations file keeps the last good rules, and says where it is broken", async ({
  page,
  board,
  product,
}) => {
  const file = join(board.workspace, ".agents/automations.json");
  await writeFile(file, '{ "automations": [ ');
  await page.goto(`/p/${board.slug}`);
  await expect(page.getByText(/automations\.json/).first()).toBeVisible({ timeout: 40_000 });

  await createTicket(product, board.slug, {
    title: "Still dispatched",
    assignedTo: "programmer",
    status: "Todo",
  });
  await runInState(product, board.slug, 1, "ended");
});

test("automations saved in the browser are in force at once", async ({ page, board, product }) => {
  await page.goto(`/p/${board.slug}/automations`);
  await expect(page.getByText(/Dispatch to the programmer/).first()).toBeVisible();
  await page.getByRole("switch", { name: /Dispatch to the programmer/ }).click();

  await expect
    .poll(async () =>
      (await readFile(join(board.workspace, ".agents/automations.json"), "utf8")).includes(
        '"enabled": false',
      ),
    )
    .toBe(true);
  await createTicket(product, board.slug, {
    title: "Held",
    assignedTo: "programmer",
    status: "Todo",
  });
  const why = await product.api<{
    automations: { automationId: string; primary: string | null }[];
  }>("GET", `/projects/${board.slug}/tickets/1/why`);
  expect(why.automations.find(({ automationId }) => automationId === "dispatch")?.primary).toBe(
    "AUTOMATION_OFF",
  );
});
