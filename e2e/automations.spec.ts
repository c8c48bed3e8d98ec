import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { createTicket, expect, listRuns, runInState, test } from "./support/fixtures.ts";

test.use({ viewport: { width: 1680, height: 950 } });

const rule = `{
  "id": "groom",
  "name": "Groom",
  "trigger": { "type": "ticketInColumn", "columns": ["Backlog"] },
  "actions": [{ "type": "runAgent", "agent": "programmer", "maxCostUsd": 1 }]
}`;

/** Replaces the text of the editor as a person does: select all, type. */
async function writeFile(page: Page, text: string): Promise<void> {
  await page.locator(".cm-content").first().click();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(text);
}

test("a new rule says what it would start, asks, and leaves old tickets alone", async ({
  page,
  board,
  product,
}) => {
  const file = join(board.workspace, ".agents/automations.json");
  for (let number = 1; number <= 5; number += 1) {
    await createTicket(product, board.slug, { title: `Old ${number}`, status: "Backlog" });
  }
  await page.goto(`/p/${board.slug}/automations`);
  const panel = page.locator("[data-if-saved]");
  await expect(panel).toContainText("Starts nothing now");

  await writeFile(page, `{ "automations": [${rule.replace("Backlog", "To do")}] }`);
  await expect(panel).toContainText("never fires: groom: column 'To do' does not exist");

  await writeFile(page, `{ "automations": [${rule}] }`);
  await expect(panel).toContainText("Starts now #1");
  await expect(panel).toContainText("then 4 more");

  await page.keyboard.press("Control+s");
  const dialog = page.getByRole("dialog", { name: "Which tickets may start?" });
  await expect(dialog).toContainText("Groom selects 5 tickets now");
  const choice = dialog.getByRole("radio", { name: /Only tickets that enter/ });
  await expect(choice).toBeChecked();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  await expect.poll(() => readFile(file, "utf8")).toContain('"groom"');
  await expect(page.locator('[data-automation="groom"]')).toContainText("only tickets since");

  await createTicket(product, board.slug, { title: "New", status: "Backlog" });
  await runInState(product, board.slug, 6, "ended");
  const runs = await listRuns(product, board.slug);
  expect(runs.map((run) => run.ticket)).toEqual([6]);
});

test("an example that comes out otherwise keeps the file back and is named", async ({
  page,
  board,
}) => {
  const example = `{
    "name": "waits",
    "given": { "tickets": [{ "number": 1, "column": "Backlog" }] },
    "at": "2026-03-01T09:00:00Z",
    "expect": { "ticket": 1, "outcome": "GROUP_BUSY" }
  }`;
  await page.goto(`/p/${board.slug}/automations`);
  await writeFile(page, `{ "automations": [${rule}], "tests": [${example}] }`);
  const panel = page.locator("[data-if-saved]");
  await expect(panel).toContainText("0 of 1 example passes");
  await expect(panel).toContainText("expected GROUP_BUSY, found admitted");
  await page.keyboard.press("Control+s");
  await expect(page.getByText(/example 'waits': expected GROUP_BUSY/).first()).toBeVisible();
});

test("the simulation is read with the keyboard, as a plot and as a table", async ({
  page,
  board,
  product,
}) => {
  for (let number = 1; number <= 3; number += 1) {
    await createTicket(product, board.slug, { title: `Old ${number}`, status: "Backlog" });
  }
  await page.goto(`/p/${board.slug}/automations`);
  await writeFile(page, `{ "automations": [${rule}] }`);
  await expect(page.locator("[data-if-saved]")).toContainText("Starts now #1");
  await page.getByRole("button", { name: "Simulate" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Simulation" });
  await expect(dialog).toContainText("3 starts");
  const plot = dialog.getByRole("listbox", { name: /Runs by lane/ });
  await plot.focus();
  await page.keyboard.press("End");
  await expect(plot.getByRole("option", { selected: true })).toHaveAccessibleName(
    "programmer on #3",
  );
  await dialog.getByRole("tab", { name: "Table" }).press("Enter");
  await expect(dialog.getByRole("region", { name: "Starts" })).toContainText("#2");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  expect(await listRuns(product, board.slug)).toEqual([]);
});
