import { createDatabase } from "#server/store/client.ts";
import type { Board as BoardAnswer } from "#server/contracts/ticket.ts";
import { insertTickets } from "../bench/rig/bulk-tickets.ts";
import { card, column, expect, test } from "./support/fixtures.ts";
import type { Product } from "./support/product.ts";

const ALL = 10_000;
const LONG = 8_000;

test.use({ viewport: { width: 1680, height: 950 } });
test.setTimeout(420_000);

/** Most of them in one column, the rest in another. */
async function fill(product: Product, slug: string): Promise<void> {
  const database = createDatabase(await product.databaseUrl(), { maxConnections: 1 });
  try {
    const { id } = await database.prisma.project.findFirstOrThrow({ where: { slug } });
    const common = { projectId: id, assignee: null };
    await insertTickets(database, { ...common, column: "Backlog", count: LONG });
    await insertTickets(database, { ...common, column: "Review", count: ALL - LONG });
  } finally {
    await database.close();
  }
}

test("every one of 10,000 cards is reached by scrolling and by keyboard, and the counts are true", async ({
  page,
  board,
  product,
}) => {
  await fill(product, board.slug);
  await page.goto(`/p/${board.slug}`);
  await expect(card(page, 1)).toBeVisible();
  await expect(column(page, "Backlog").locator("h2 + span")).toHaveText("8,000");
  await expect(column(page, "Review").locator("h2 + span")).toHaveText("2,000");

  for (const [name, count] of [
    ["Backlog", LONG],
    ["Review", ALL - LONG],
  ] as const) {
    const seen = await column(page, name).evaluate(async (section, total) => {
      const scroller = section.querySelector<HTMLElement>(".overflow-y-auto");
      if (!scroller) throw new Error("expected a list that scrolls, found none");
      const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      const found = new Set<number>();
      let mostDrawn = 0;
      const until = performance.now() + 170_000;
      while (found.size < total && performance.now() < until) {
        const drawn = [...section.querySelectorAll<HTMLElement>("[data-ticket]")];
        mostDrawn = Math.max(mostDrawn, drawn.length);
        for (const { dataset } of drawn) found.add(Number(dataset["ticket"]));
        scroller.scrollTop += scroller.clientHeight / 2;
        await nextFrame();
      }
      return { count: found.size, mostDrawn };
    }, count);
    expect(seen.count).toBe(count);
    // Only what is in view is in the page.
    expect(seen.mostDrawn).toBeLessThan(60);
  }

  // The last card is one key away from the one before it, and shown.
  const last = card(page, ALL);
  await expect(last).toBeVisible();
  await card(page, ALL - 1)
    .locator("[data-card-link]")
    .focus();
  await page.keyboard.press("ArrowDown");
  await expect(last.locator(":focus")).toHaveCount(1);
  const item = column(page, "Review").locator('[role="listitem"]').last();
  await expect(item).toHaveAttribute("aria-setsize", "2000");
  await expect(item).toHaveAttribute("aria-posinset", "2000");
});

test("the arrow keys go on past the end of what is loaded", async ({ page, board, product }) => {
  await fill(product, board.slug);
  await page.goto(`/p/${board.slug}`);
  await expect(card(page, 1)).toBeVisible();
  await page.keyboard.press("ArrowDown");
  // Three windows down, one card a key.
  for (let number = 1; number < 160; number += 1) {
    await expect(card(page, number).locator(":focus")).toHaveCount(1);
    await page.keyboard.press("ArrowDown");
  }
  await expect(card(page, 160).locator(":focus")).toHaveCount(1);
});

test("no board query carries a ticket's body", async ({ board, product }) => {
  await fill(product, board.slug);
  const at = `/projects/${board.slug}`;
  const { revision } = await product.api<BoardAnswer>("GET", `${at}/board`);
  const secret = "The body that nobody asked for. ".repeat(40);
  await product.api("PATCH", `${at}/tickets/1`, { description: secret });
  const answers = {
    board: await product.api<BoardAnswer>("GET", `${at}/board`),
    window: await product.api("GET", `${at}/board?column=Backlog`),
    changes: await product.api("GET", `${at}/changes?after=${revision}`),
  };
  for (const [name, answer] of Object.entries(answers)) {
    const text = JSON.stringify(answer);
    expect(text, name).not.toContain("The body that nobody asked for");
    expect(text, name).not.toContain('"description"');
  }
  const cards = answers.board.columns.flatMap((found) => found.cards);
  expect(cards.some(({ id }) => id === 1)).toBe(true);
  expect(cards.length).toBeLessThanOrEqual(50 * answers.board.columns.length);
});
