import type { Page } from "@playwright/test";
import { card, createTicket, expect, test } from "./support/fixtures.ts";
import type { Product } from "./support/product.ts";

test.use({ viewport: { width: 1280, height: 800 } });

const bar = (page: Page) => page.getByRole("toolbar", { name: "Selected tickets" });
const link = (page: Page, ticket: number) => card(page, ticket).locator("[data-card-link]");
const readTicket = (product: Product, slug: string, ticket: number) =>
  product.api<Record<string, unknown>>("GET", `/projects/${slug}/tickets/${ticket}`);

test("rows of the list are selected by boxes, clicks and keys, changed together, and moved by their menu", async ({
  page,
  board,
  product,
}) => {
  for (let number = 1; number <= 5; number += 1)
    await createTicket(product, board.slug, { title: `Ticket ${number}` });
  await page.goto(`/p/${board.slug}?view=list&sort=number`);
  await page.getByRole("checkbox", { name: "Select #2" }).check();
  await link(page, 4).click({ modifiers: ["Shift"] });
  await link(page, 3).click({ modifiers: ["ControlOrMeta"] });
  await expect(bar(page)).toContainText("2 selected");
  await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(2);
  await bar(page).getByRole("button", { name: "Move" }).click();
  await page.getByRole("menuitem", { name: "Review" }).click();
  await expect(card(page, 2)).toContainText("Review");
  await expect(card(page, 4)).toContainText("Review");
  expect(await readTicket(product, board.slug, 3)).toMatchObject({ status: "Backlog" });

  await page.keyboard.press("Escape");
  await expect(bar(page)).toHaveCount(0);
  await link(page, 1).focus();
  await page.keyboard.press("x");
  await page.keyboard.press("Shift+ArrowDown");
  await expect(bar(page)).toContainText("2 selected");
  await page.keyboard.press("ControlOrMeta+a");
  await expect(bar(page)).toContainText("5 selected");
  await expect(page.getByRole("checkbox", { name: "Select all" })).toBeChecked();
  await page.getByRole("checkbox", { name: "Select all" }).click();
  await expect(bar(page)).toHaveCount(0);

  // The menu, by its button, by "." and by "m"; what it does is shown at once and can be taken back.
  await card(page, 5).hover();
  await card(page, 5).getByRole("button", { name: /#5/ }).click();
  await page.getByRole("menuitem", { name: "Priority" }).press("ArrowRight");
  await page.getByRole("menuitemcheckbox", { name: "Critical" }).press("Enter");
  await expect(card(page, 5)).toContainText("Critical");
  await expect(link(page, 5)).toBeFocused();
  await page.keyboard.press("m");
  await page.getByRole("menuitem", { name: "Review" }).press("Enter");
  await expect(card(page, 5)).toContainText("Review");
  await expect
    .poll(() => readTicket(product, board.slug, 5))
    .toMatchObject({ status: "Review", priority: "Critical" });
  await page.keyboard.press("ControlOrMeta+z");
  await expect(card(page, 5)).toContainText("Backlog");
  await page.keyboard.press("Shift+F10");
  await expect(page.getByRole("menuitem", { name: "Assign to" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Enter");
  await expect(page.locator("[data-ticket-panel='5']")).toBeVisible();
});

test("rows of the tree have the selection and the menu of cards, and what is only above a match is left out", async ({
  page,
  board,
  product,
}) => {
  for (const [title, parentId] of [
    ["Shop", null],
    ["Cart of needles", 1],
    ["Total of needles", 2],
    ["Search", 1],
  ] as const)
    await createTicket(product, board.slug, { title, parentId });
  await page.goto(`/p/${board.slug}?view=tree&q=needles`);
  const item = (name: RegExp) => page.getByRole("treeitem", { name });
  await item(/^2 Cart/).focus();
  await page.keyboard.press("ControlOrMeta+a");
  await expect(bar(page)).toContainText("2 selected");
  await expect(item(/^1 Shop/)).toHaveAttribute("aria-selected", "false");
  await expect(item(/^3 Total/)).toHaveAttribute("aria-selected", "true");
  await bar(page).getByRole("button", { name: "Priority" }).click();
  await page.getByRole("menuitem", { name: "Critical" }).click();
  await expect
    .poll(() => readTicket(product, board.slug, 3))
    .toMatchObject({ priority: "Critical" });
  expect(await readTicket(product, board.slug, 1)).not.toMatchObject({ priority: "Critical" });

  // Another search lets go of what it may not show.
  await page.getByRole("button", { name: "Clear the search" }).click();
  await expect(item(/^4 Search/)).toBeVisible();
  await expect(bar(page)).toHaveCount(0);
  await item(/^4 Search/).click({ modifiers: ["ControlOrMeta"] });
  await expect(page).not.toHaveURL(/\/t\//);
  await expect(bar(page)).toContainText("1 selected");
  await page.keyboard.press("Escape");
  await item(/^4 Search/).focus();
  await page.keyboard.press(".");
  await page.getByRole("menuitem", { name: "Move to" }).press("ArrowRight");
  await page.getByRole("menuitem", { name: "Todo" }).press("Enter");
  await expect(card(page, 4)).toContainText("Todo");
  await expect(page).not.toHaveURL(/\/t\//);
});
