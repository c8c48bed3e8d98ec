import type { Browser, Page } from "@playwright/test";
import type { Board as BoardAnswer, BoardColumn } from "#server/contracts/ticket.ts";
import { sleep } from "#server/lib/abort.ts";
import { card, column, createTicket, dragTo, expect, signIn, test } from "./support/fixtures.ts";
import type { Product } from "./support/product.ts";
import { tapWire } from "./support/wire.ts";

const CUT_MS = 30_000;

test.use({ viewport: { width: 1680, height: 950 } });
test.setTimeout(180_000);

async function openSecond(browser: Browser, product: Product, slug: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1680, height: 950 } });
  await signIn(context, product);
  const page = await context.newPage();
  await page.goto(`${product.url}/p/${slug}`);
  return page;
}

const readBoard = (product: Product, slug: string): Promise<BoardAnswer> =>
  product.api("GET", `/projects/${slug}/board`);

interface ShownColumn {
  name: string;
  count: string;
  cards: { id: number; text: string }[];
}

/** Each column's number of tickets and its cards, as the page shows them. */
function readShown(page: Page): Promise<ShownColumn[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("section[data-column]")].map((section) => ({
      name: section.dataset["column"] ?? "",
      count: section.querySelector("h2 + span")?.textContent ?? "",
      cards: [...section.querySelectorAll<HTMLElement>("[data-ticket]")].map((element) => ({
        id: Number(element.dataset["ticket"]),
        text: element.textContent,
      })),
    })),
  );
}

/** The page shows what the database holds: counts, cards, order and titles. */
async function expectTruth(page: Page, product: Product, slug: string): Promise<void> {
  // A column holds still under the pointer.
  await page.mouse.move(2, 2);
  await expect(async () => {
    const { columns } = await readBoard(product, slug);
    const shown = await readShown(page);
    const idsOf = ({
      name,
      count,
      cards,
    }: Pick<BoardColumn | ShownColumn, "name" | "count"> & { cards: { id: number }[] }) => [
      name,
      String(count),
      ...cards.map(({ id }) => id),
    ];
    expect(shown.map(idsOf)).toEqual(columns.map(idsOf));
    const texts = new Map(shown.flatMap(({ cards }) => cards.map(({ id, text }) => [id, text])));
    for (const { id, title } of columns.flatMap(({ cards }) => cards)) {
      expect(texts.get(id)).toContain(title);
    }
  }).toPass({ timeout: 20_000 });
}

/** Takes a card up with the pointer and holds it over a column. */
async function takeUp(page: Page, ticket: number, over: string): Promise<void> {
  const from = await card(page, ticket).boundingBox();
  const to = await column(page, over).boundingBox();
  if (!from || !to) throw new Error("both ends of the drag have to be on the screen");
  await page.mouse.move(from.x + from.width / 2, from.y + 12);
  await page.mouse.down();
  await page.mouse.move(from.x + from.width / 2 + 8, from.y + 20, { steps: 3 });
  await page.mouse.move(to.x + to.width / 2, to.y + 80, { steps: 8 });
}

test("a board that was cut off for 30 s shows everything that happened meanwhile, without a reload", async ({
  context,
  page,
  board,
  product,
}) => {
  const { slug } = board;
  for (let number = 1; number <= 6; number += 1)
    await createTicket(product, slug, { title: `Ticket ${number}` });
  const wire = await tapWire(context);
  await page.goto(`/p/${slug}`);
  await expect(card(page, 6)).toBeVisible();
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));

  await wire.cut();
  const cutAt = performance.now();
  const at = `/projects/${slug}/tickets`;
  for (let turn = 0; turn < 4; turn += 1) {
    await product.api("PATCH", `${at}/1/status`, { status: turn % 2 ? "Review" : "Blocked" });
    await product.api("PATCH", `${at}/2`, { title: `Renamed ${turn}` });
    await createTicket(product, slug, { title: `Born offline ${turn}`, status: "Done" });
  }
  await product.api("DELETE", `${at}/3`);
  await product.api("PATCH", `${at}/4/status`, { status: "Backlog", before: 1, after: 6 });
  // A drop that nobody hears goes back.
  await dragTo(page, card(page, 5), column(page, "Review"));
  await expect(page.getByText(/could not be moved/)).toBeVisible();
  await expect(column(page, "Backlog").locator('[data-ticket="5"]')).toBeVisible();
  await expect(card(page, 3)).toBeVisible();
  await sleep(CUT_MS - (performance.now() - cutAt));
  await wire.mend();

  await expectTruth(page, product, slug);
  expect(await page.evaluate(() => "isSamePage" in window)).toBe(true);
  await createTicket(product, slug, { title: "After the cut" });
  await expectTruth(page, product, slug);
});

test("two people who drag the same card at once end on the same board", async ({
  page,
  board,
  browser,
  product,
}) => {
  const { slug } = board;
  for (const title of ["Contested", "Beside"]) await createTicket(product, slug, { title });
  await page.goto(`/p/${slug}`);
  const other = await openSecond(browser, product, slug);
  for (let round = 0; round < 5; round += 1) {
    await expect(card(page, 1)).toBeVisible();
    await expect(card(other, 1)).toBeVisible();
    await Promise.all([takeUp(page, 1, "Review"), takeUp(other, 1, "Done")]);
    await Promise.all([page.mouse.up(), other.mouse.up()]);
    await expectTruth(page, product, slug);
    await expectTruth(other, product, slug);
    await product.api("PATCH", `/projects/${slug}/tickets/1/status`, { status: "Backlog" });
    await expectTruth(page, product, slug);
    await expectTruth(other, product, slug);
  }
  await other.context().close();
});

test("a card that somebody deletes under the drag is gone, and the drop says so", async ({
  page,
  board,
  browser,
  product,
}) => {
  const { slug } = board;
  for (const title of ["Doomed", "Beside"]) await createTicket(product, slug, { title });
  await page.goto(`/p/${slug}`);
  const other = await openSecond(browser, product, slug);
  await expect(card(page, 1)).toBeVisible();
  await expect(card(other, 1)).toBeVisible();

  await takeUp(page, 1, "Review");
  await product.api("DELETE", `/projects/${slug}/tickets/1`);
  await expect(card(other, 1)).toHaveCount(0);
  await page.mouse.up();

  await expectTruth(page, product, slug);
  await expectTruth(other, product, slug);
  await other.context().close();
});

test("of two edits of one revision the later is refused, and both see the earlier", async ({
  page,
  board,
  browser,
  product,
}) => {
  const { slug } = board;
  await createTicket(product, slug, { title: "Edited" });
  await page.goto(`/p/${slug}`);
  const other = await openSecond(browser, product, slug);
  await expect(card(page, 1)).toBeVisible();
  await expect(card(other, 1)).toBeVisible();
  const edit = (by: Page, title: string): Promise<number> =>
    by.evaluate(
      async ({ path, text }) => {
        const headers = { "Content-Type": "application/json", "X-Signalbox": "1" };
        const body = JSON.stringify({ title: text, revision: 1 });
        return (await fetch(path, { method: "PATCH", headers, body })).status;
      },
      { path: `/api/projects/${slug}/tickets/1`, text: title },
    );

  const answers = await Promise.all([edit(page, "By Ada"), edit(other, "By Sam")]);

  expect(answers.toSorted((a, b) => a - b)).toEqual([200, 409]);
  const winner = answers[0] === 200 ? "By Ada" : "By Sam";
  await expect(card(page, 1)).toContainText(winner);
  await expect(card(other, 1)).toContainText(winner);
  await expectTruth(page, product, slug);
  await other.context().close();
});

test("a drag goes on over a restart of the server", async ({ page, board, product }) => {
  const { slug } = board;
  for (const title of ["Held", "Beside"]) await createTicket(product, slug, { title });
  await page.goto(`/p/${slug}`);
  await expect(card(page, 1)).toBeVisible();

  await takeUp(page, 1, "Review");
  await product.restart();
  await createTicket(product, slug, { title: "After the restart" });
  await page.mouse.up();

  await expect(column(page, "Review").locator('[data-ticket="1"]')).toBeVisible();
  await expectTruth(page, product, slug);
});
