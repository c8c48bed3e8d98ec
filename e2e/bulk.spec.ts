import type { Page } from "@playwright/test";
import {
  card,
  column,
  createTicket,
  dragTo,
  expect,
  listRuns,
  runInState,
  test,
} from "./support/fixtures.ts";
import type { Product } from "./support/product.ts";

test.use({ viewport: { width: 1680, height: 950 } });

const bar = (page: Page) => page.getByRole("toolbar", { name: "Selected tickets" });
const notices = (page: Page) => page.getByRole("region", { name: /^Notifications/ });
const cardsOf = (page: Page, name: string) => column(page, name).locator("[data-ticket]");

async function createTickets(product: Product, slug: string, count: number): Promise<void> {
  for (let number = 1; number <= count; number += 1)
    await createTicket(product, slug, { title: `Ticket ${number}` });
}

const readTicket = (product: Product, slug: string, number: number) =>
  product.api<Record<string, unknown>>("GET", `/projects/${slug}/tickets/${number}`);

test("tickets chosen with Ctrl and Shift are moved at once, and all come back to their places", async ({
  page,
  board,
  product,
}) => {
  await createTickets(product, board.slug, 5);
  await page.goto(`/p/${board.slug}`);
  await card(page, 1).click({ modifiers: ["ControlOrMeta"] });
  await card(page, 3).click({ modifiers: ["Shift"] });
  await card(page, 2).click({ modifiers: ["ControlOrMeta"] });
  await expect(bar(page)).toContainText("2 selected");

  await bar(page).getByRole("button", { name: "Move" }).click();
  await page.getByRole("menuitem", { name: "Review" }).click();
  await expect(cardsOf(page, "Review")).toHaveText([/Ticket 1/, /Ticket 3/]);

  await page.getByRole("button", { name: "Undo" }).click();
  await expect(cardsOf(page, "Backlog")).toHaveText([
    /Ticket 1/,
    /Ticket 2/,
    /Ticket 3/,
    /Ticket 4/,
    /Ticket 5/,
  ]);
});

test("with the keyboard alone a whole column is labelled and assigned, and ⌘Z takes both back", async ({
  page,
  board,
  product,
}) => {
  await product.api("POST", `/projects/${board.slug}/labels`, { name: "cart" });
  await createTickets(product, board.slug, 3);
  await page.goto(`/p/${board.slug}`);
  await expect(card(page, 3)).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("x");
  await page.keyboard.press("Shift+ArrowDown");
  await expect(bar(page)).toContainText("2 selected");
  await page.keyboard.press("ControlOrMeta+a");
  await expect(bar(page)).toContainText("3 selected");
  await expect(page.getByRole("link", { name: /Ticket 3, selected/ })).toBeVisible();

  await bar(page).getByRole("button", { name: "Label" }).press("Enter");
  await page.keyboard.press("Enter");
  await expect(notices(page).getByText("3 tickets changed")).toBeVisible();
  await bar(page).getByRole("button", { name: "Assign" }).press("Enter");
  await page.getByRole("menuitem", { name: /programmer/ }).press("Enter");
  await expect
    .poll(() => readTicket(product, board.slug, 3))
    .toMatchObject({ assignedTo: "programmer", labels: [{ name: "cart" }] });

  await page.keyboard.press("Escape");
  await expect(bar(page)).toHaveCount(0);
  await page.keyboard.press("ControlOrMeta+z");
  await expect
    .poll(() => readTicket(product, board.slug, 3))
    .toMatchObject({ assignedTo: null, labels: [{ name: "cart" }] });
  await page.keyboard.press("ControlOrMeta+z");
  await expect.poll(() => readTicket(product, board.slug, 3)).toMatchObject({ labels: [] });
});

test("what a column refuses is named ticket by ticket, and the others are moved", async ({
  page,
  board,
  product,
}) => {
  await createTickets(product, board.slug, 3);
  const columns = await product.api<{ id: number; name: string }[]>(
    "GET",
    `/projects/${board.slug}/columns`,
  );
  const review = columns.find(({ name }) => name === "Review");
  await product.api("PATCH", `/projects/${board.slug}/columns/${review?.id}`, {
    wipLimit: 2,
    wipHard: true,
  });
  await page.goto(`/p/${board.slug}`);
  await card(page, 1).click({ modifiers: ["ControlOrMeta"] });
  await card(page, 3).click({ modifiers: ["Shift"] });

  await page.keyboard.press("m");
  await page.getByRole("menuitem", { name: "Review" }).press("Enter");

  const report = page.getByRole("dialog", { name: "1 ticket was left as it is" });
  await expect(report.getByRole("listitem")).toHaveText(/#3.*Review/);
  await report.getByRole("button", { name: "Close" }).last().click();
  await expect(cardsOf(page, "Review")).toHaveText([/Ticket 1/, /Ticket 2/]);
});

test("a drag takes all chosen cards along and drops them in their order", async ({
  page,
  board,
  product,
}) => {
  await createTickets(product, board.slug, 4);
  await createTicket(product, board.slug, { title: "Below", status: "Review" });
  await page.goto(`/p/${board.slug}`);
  await card(page, 2).click({ modifiers: ["ControlOrMeta"] });
  await card(page, 4).click({ modifiers: ["ControlOrMeta"] });

  await dragTo(page, card(page, 4), card(page, 5), 4);

  await expect(cardsOf(page, "Review")).toHaveText([/Ticket 2/, /Ticket 4/, /Below/]);
});

test("deleting many asks, and ⌘Z brings every one back", async ({ page, board, product }) => {
  await createTickets(product, board.slug, 3);
  await page.goto(`/p/${board.slug}`);
  await card(page, 1).click({ modifiers: ["ControlOrMeta"] });
  await card(page, 2).click({ modifiers: ["Shift"] });
  await bar(page).getByRole("button", { name: "Delete" }).click();
  await page
    .getByRole("dialog", { name: "Delete 2 tickets?" })
    .getByRole("button", { name: "Delete" })
    .click();
  await expect(cardsOf(page, "Backlog")).toHaveText([/Ticket 3/]);
  await expect(bar(page)).toHaveCount(0);

  await page.keyboard.press("ControlOrMeta+z");
  await expect(cardsOf(page, "Backlog")).toHaveText([/Ticket 1/, /Ticket 2/, /Ticket 3/]);
});

test("many runs are asked for at once: one starts, the others say what they wait for, and undo takes all back", async ({
  page,
  board,
  product,
}) => {
  for (let number = 1; number <= 4; number += 1)
    await createTicket(product, board.slug, {
      title: `Long ${number} [scenario: edit-and-wait]`,
      assignedTo: "programmer",
    });
  await page.goto(`/p/${board.slug}`);
  await card(page, 1).click({ modifiers: ["ControlOrMeta"] });
  await card(page, 4).click({ modifiers: ["Shift"] });
  await bar(page).getByRole("button", { name: "Run" }).click();
  const question = page.getByRole("dialog", { name: "Start 4 runs?" });
  await question.getByRole("button", { name: "Start them" }).click();
  await expect(page.getByRole("dialog", { name: "4 runs asked for." })).toContainText("waits:");
  await runInState(product, board.slug, 1, "running");
  await page.keyboard.press("Escape");

  await page.keyboard.press("ControlOrMeta+z");
  await expect(notices(page).getByText("Undone on 4 tickets")).toBeVisible();
  await runInState(product, board.slug, 1, "ended");
  expect((await listRuns(product, board.slug)).map((run) => run.ticket)).toEqual([1]);
});
