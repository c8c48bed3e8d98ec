import type { Locator, Page } from "@playwright/test";
import type { Board } from "#server/contracts/ticket.ts";
import { card, column, createTicket, dragTo, expect, signIn, test } from "./support/fixtures.ts";
import type { Product } from "./support/product.ts";

const viewport = { width: 1680, height: 950 };
test.use({ viewport });

/** Cards and outlines of a column, from the top. */
const rowsOf = (page: Page, name: string) => column(page, name).getByRole("listitem");
const held = (page: Page) => page.getByRole("button", { name: /^\d+ new ↑$/ });

/** Four tickets in Backlog, two in Review, and a page in which time stands still but for what a test lets pass. */
async function openStill(page: Page, product: Product, slug: string): Promise<void> {
  for (let number = 1; number <= 6; number += 1) {
    const status = number <= 4 ? "Backlog" : "Review";
    await createTicket(product, slug, { title: `Ticket ${number}`, status });
  }
  await page.clock.install();
  await page.goto(`/p/${slug}`);
  await expect(card(page, 6)).toBeVisible();
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 2_000);
}

/** Another person puts a ticket at the top of Backlog, or at the end of Review. */
async function put(product: Product, slug: string, ticket: number, to: "top" | "Review") {
  const place =
    to === "top"
      ? { status: "Backlog", before: 1, after: null }
      : { status: "Review", before: null, after: 6 };
  await product.api("PATCH", `/projects/${slug}/tickets/${ticket}/status`, place);
}

/** Waits for what comes from the server while next to no time passes in the page. */
async function comes(page: Page, wanted: Locator, count = 1): Promise<void> {
  await expect
    .poll(
      async () => {
        await page.clock.runFor(2);
        return wanted.count();
      },
      { intervals: [40] },
    )
    .toBe(count);
}

async function placeOf(page: Page, ticket: number): Promise<number> {
  const box = await card(page, ticket).boundingBox();
  if (!box) throw new Error(`card ${ticket} is not on the screen`);
  return Math.round(box.y);
}

test("what others do moves nothing under a pointer that is at work: arrivals wait, what left stays as an outline", async ({
  page,
  board,
  browser,
  product,
}) => {
  await openStill(page, product, board.slug);
  const context = await browser.newContext({ viewport, locale: "en-GB", baseURL: product.url });
  await signIn(context, product);
  const other = await context.newPage();
  await other.goto(`/p/${board.slug}`);
  await expect(card(other, 6)).toBeVisible();
  await card(page, 2).hover();
  const place = await placeOf(page, 2);

  await dragTo(other, card(other, 5), card(other, 1), 4);
  await comes(page, held(page));
  await dragTo(other, card(other, 6), card(other, 1), 4);
  await comes(page, page.getByRole("button", { name: "2 new ↑" }));
  await dragTo(other, card(other, 1), column(other, "Review"));
  await comes(page, rowsOf(page, "Backlog").filter({ hasText: "→ Review" }));
  // Below the pointer things may come and go.
  await createTicket(product, board.slug, { title: "Ticket 7" });
  await comes(page, card(page, 7));
  await expect(rowsOf(page, "Backlog")).toHaveText([
    /^1 Ticket 1.*→ Review/,
    /Ticket 2/,
    /Ticket 3/,
    /Ticket 4/,
    /Ticket 7/,
  ]);
  expect(await placeOf(page, 2)).toBe(place);

  // The pointer rests for a second: who waited comes in, but the outline stands its two.
  await page.clock.runFor(1_100);
  await expect(rowsOf(page, "Backlog")).toHaveText([
    /Ticket 5/,
    /Ticket 6/,
    /→ Review/,
    /Ticket 2/,
    /Ticket 3/,
    /Ticket 4/,
    /Ticket 7/,
  ]);
  await page.clock.runFor(1_000);
  await expect(rowsOf(page, "Backlog")).toHaveText([
    /Ticket 5/,
    /Ticket 6/,
    /Ticket 2/,
    /Ticket 3/,
    /Ticket 4/,
    /Ticket 7/,
  ]);
  await expect(held(page)).toHaveCount(0);

  // Leaving the column lets them in at once.
  await card(page, 3).hover();
  await dragTo(other, card(other, 1), card(other, 5), 4);
  await comes(page, held(page));
  await page.mouse.move(2, 2);
  await comes(page, held(page), 0);
  await expect(rowsOf(page, "Backlog").first()).toHaveText(/Ticket 1/);
  await context.close();
});

test("what others do moves nothing under the keys, and the selection goes where its ticket goes", async ({
  page,
  board,
  product,
}) => {
  await openStill(page, product, board.slug);
  for (let press = 0; press < 3; press += 1) await page.keyboard.press("ArrowDown");
  await expect(card(page, 3).locator(":focus")).toHaveCount(1);
  const place = await placeOf(page, 3);

  await put(product, board.slug, 5, "top");
  await comes(page, held(page));
  expect(await placeOf(page, 3)).toBe(place);
  await page.clock.runFor(1_100);
  await expect(rowsOf(page, "Backlog").first()).toHaveText(/Ticket 5/);
  await expect(card(page, 3).locator(":focus")).toHaveCount(1);

  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowDown");
  await put(product, board.slug, 3, "Review");
  await comes(page, rowsOf(page, "Backlog").filter({ hasText: "→ Review" }));
  await expect(column(page, "Review").locator('[data-ticket="3"] :focus')).toHaveCount(1);
  await page.keyboard.press("ArrowUp");
  await expect(column(page, "Review").locator('[data-ticket="6"] :focus')).toHaveCount(1);
});

test("what others do moves nothing under a drag, and the card lands where the line stood", async ({
  page,
  board,
  product,
}) => {
  await openStill(page, product, board.slug);
  const from = await card(page, 2).boundingBox();
  const to = await card(page, 4).boundingBox();
  if (!from || !to) throw new Error("both ends of the drag have to be on the screen");
  await page.mouse.move(from.x + 80, from.y + 12);
  await page.mouse.down();
  await page.mouse.move(from.x + 88, from.y + 20, { steps: 3 });
  await page.mouse.move(to.x + 80, to.y + 8, { steps: 8 });
  await page.clock.runFor(5_000);
  const place = await placeOf(page, 4);

  await put(product, board.slug, 5, "top");
  await comes(page, held(page));
  await put(product, board.slug, 1, "Review");
  await comes(page, rowsOf(page, "Backlog").filter({ hasText: "→ Review" }));
  // However long it is held: a gap that closes would move what lies below.
  await page.clock.runFor(5_000);
  expect(await placeOf(page, 4)).toBe(place);
  await page.mouse.move(to.x + 82, to.y + 9);
  await page.clock.runFor(50);
  await page.mouse.up();
  await page.mouse.move(2, 2);

  await comes(page, held(page), 0);
  await page.clock.runFor(3_000);
  await expect(rowsOf(page, "Backlog")).toHaveText([
    /Ticket 5/,
    /Ticket 3/,
    /Ticket 2/,
    /Ticket 4/,
  ]);
  const { columns } = await product.api<Board>("GET", `/projects/${board.slug}/board`);
  expect(columns[0]?.cards.map(({ id }) => id)).toEqual([5, 3, 2, 4]);
});
