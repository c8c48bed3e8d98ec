import type { Page } from "@playwright/test";
import { everyPage } from "./support/every-page.ts";
import {
  card,
  column,
  createTicket,
  expect,
  runInState,
  settleLayout,
  test,
} from "./support/fixtures.ts";

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

interface Point {
  x: number;
  y: number;
}

/** A finger on the glass, as the browser's own input sees it: down, over each point, up. */
async function finger(page: Page, points: readonly Point[], restMs = 0): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", at: readonly Point[]) =>
    client.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: at.map(({ x, y }) => ({ x, y })),
    });
  const [first, ...others] = points;
  if (!first) throw new Error("a finger has to be somewhere");
  await touch("touchStart", [first]);
  if (restMs > 0) await page.waitForTimeout(restMs);
  for (const point of others) await touch("touchMove", [point]);
  await touch("touchEnd", []);
  await client.detach();
}

async function middleOf(page: Page, ticket: number): Promise<Point> {
  const box = await card(page, ticket).boundingBox();
  if (!box) throw new Error(`card ${ticket} is not on the screen`);
  return { x: box.x + box.width / 3, y: box.y + box.height / 2 };
}

const line = (from: Point, to: Point, steps = 12): Point[] =>
  Array.from({ length: steps + 1 }, (_, step) => ({
    x: from.x + ((to.x - from.x) * step) / steps,
    y: from.y + ((to.y - from.y) * step) / steps,
  }));

test("a long press opens what a card can do, and Move to… moves it without a drag", async ({
  page,
  board,
  product,
}) => {
  for (const title of ["First", "Second"]) await createTicket(product, board.slug, { title });
  await page.goto(`/p/${board.slug}`);
  await page.getByRole("button", { name: /^Backlog/ }).tap();
  await expect(card(page, 1)).toBeVisible();

  await finger(page, [await middleOf(page, 1)], 700);
  await page.getByRole("menuitem", { name: "Move to" }).tap();
  await page.getByRole("menuitem", { name: "Review" }).tap();

  await expect(card(page, 1)).toHaveCount(0);
  expect(page.url()).not.toContain("/t/1");
  await page.getByRole("button", { name: /^Review/ }).tap();
  await expect(column(page, "Review").locator('[data-ticket="1"]')).toBeVisible();
  await expect(page.getByRole("button", { name: /^Backlog 1$/ })).toBeVisible();
});

test("a finger drawn over cards scrolls and drags nothing; drawn across, it turns to the next column", async ({
  page,
  board,
  product,
}) => {
  for (let number = 1; number <= 20; number += 1)
    await createTicket(product, board.slug, { title: `Ticket ${number}` });
  await page.goto(`/p/${board.slug}`);
  await page.getByRole("button", { name: /^Backlog/ }).tap();
  await expect(card(page, 5)).toBeVisible();
  const from = await middleOf(page, 5);

  await finger(page, line(from, { x: from.x, y: from.y - 250 }));

  const scrolled = () =>
    page
      .getByRole("list", { name: /^Backlog/ })
      .evaluate((list) => list.parentElement?.scrollTop ?? 0);
  await expect.poll(scrolled).toBeGreaterThan(100);
  await expect(page.getByRole("menu")).toHaveCount(0);
  const { columns } = await product.api<{ columns: { name: string; cards: { id: number }[] }[] }>(
    "GET",
    `/projects/${board.slug}/board`,
  );
  expect(columns[0]?.cards.map(({ id }) => id)).toEqual(
    Array.from({ length: 20 }, (_, i) => i + 1),
  );

  await finger(page, line({ x: 300, y: 400 }, { x: 80, y: 405 }));
  await expect(column(page, "Todo")).toBeVisible();
  await finger(page, line({ x: 80, y: 400 }, { x: 300, y: 405 }));
  await expect(column(page, "Backlog")).toBeVisible();
});

test("a tap opens the ticket over the whole screen, and closing leads back to the column", async ({
  page,
  board,
  product,
}) => {
  await createTicket(product, board.slug, { title: "Open me", status: "Review" });
  await page.goto(`/p/${board.slug}`);
  await page.getByRole("button", { name: /^Review/ }).tap();
  await card(page, 1).getByRole("link").tap();
  const panel = page.getByRole("region", { name: "Ticket" });
  await expect(panel.getByRole("heading", { name: "Open me" })).toBeVisible();
  expect((await panel.boundingBox())?.width).toBeGreaterThan(350);

  await panel.getByRole("button", { name: "Close" }).tap();
  await expect(panel).toHaveCount(0);
  await expect(column(page, "Review")).toBeVisible();
});

test("with fingers several tickets are chosen and moved together", async ({
  page,
  board,
  product,
}) => {
  for (const title of ["One", "Two", "Three"]) await createTicket(product, board.slug, { title });
  await page.goto(`/p/${board.slug}`);
  await page.getByRole("button", { name: /^Backlog/ }).tap();
  await expect(card(page, 1)).toBeVisible();
  await finger(page, [await middleOf(page, 1)], 700);
  await page.getByRole("menuitem", { name: /^Select(?! all)/ }).tap();
  await card(page, 3).getByRole("link").tap();
  const bar = page.getByRole("toolbar", { name: "Selected tickets" });
  await expect(bar).toContainText("2 selected");

  await bar.getByRole("button", { name: "Move" }).tap();
  await page.getByRole("menuitem", { name: "Review" }).tap();

  await page.getByRole("button", { name: /^Review 2/ }).tap();
  await expect(column(page, "Review").locator("[data-ticket]")).toHaveText([/One/, /Three/]);
});

test("no page scrolls sideways at 360 and 414 px, and no target is too small for a thumb", async ({
  page,
  board,
  product,
}) => {
  const { slug } = board;
  await product.api("POST", `/projects/${slug}/labels`, { name: "a-rather-long-label-name" });
  await createTicket(product, slug, {
    title:
      "Averylongwordwithoutanyplacetobreakitbecausepeoplepasteaddressesintotitles [scenario: default-success]",
    assignedTo: "programmer",
    labels: ["a-rather-long-label-name"],
    description: "| a | table | that | is | wide |\n|-|-|-|-|-|\n| 1 | 2 | 3 | 4 | 5 |\n\n`code`",
    status: "Todo",
  });
  await runInState(product, slug, 1, "ended");
  const faults: string[] = [];
  for (const path of [
    ...everyPage(slug),
    ...["changes", "why", "details"].map((tab) => `/p/${slug}/t/1?tab=${tab}`),
    `/p/${slug}/import`,
    `/runs?project=${slug}`,
    "/inbox",
    "/login",
    "/live",
  ]) {
    await page.goto(path);
    await page.waitForLoadState("networkidle");
    for (const width of [360, 414]) {
      await page.setViewportSize({ width, height: 740 });
      await settleLayout(page);
      const found = await page.evaluate(findFaults);
      faults.push(...found.map((fault) => `${path} at ${width} px: ${fault}`));
    }
  }
  expect(faults).toEqual([]);
});

/** What sticks out of the page to the side, and buttons under 24 px (WCAG 2.5.8); runs in the page. */
function findFaults(): string[] {
  const faults: string[] = [];
  const wide = document.documentElement.clientWidth;
  const scrolls = (element: Element) =>
    element.scrollWidth > element.clientWidth + 1 &&
    ["auto", "scroll"].includes(getComputedStyle(element).overflowX);
  if (document.documentElement.scrollWidth > wide) faults.push("the page scrolls sideways");
  for (const name of ["main", "main > *", "[data-ticket-panel]"])
    for (const element of document.querySelectorAll(name))
      if (scrolls(element)) faults.push(`${name} scrolls sideways`);
  for (const element of document.querySelectorAll<HTMLElement>("button, a[href], input, select")) {
    const box = element.getBoundingClientRect();
    if (box.width === 0 || getComputedStyle(element).visibility === "hidden") continue;
    let holder = element.parentElement;
    while (holder && !scrolls(holder)) holder = holder.parentElement;
    const label = element instanceof HTMLButtonElement ? element.labels[0]?.textContent : null;
    const name = element.ariaLabel ?? label ?? element.textContent;
    const says = `${element.tagName.toLowerCase()} "${name.slice(0, 40)}"`;
    if (!holder && box.width > 1 && (box.right > wide + 1 || box.left < -1))
      faults.push(`${says} lies outside: ${Math.round(box.left)} to ${Math.round(box.right)}`);
    const isInText = element.closest("p, li, td, dd, [data-markdown]") !== null;
    if (element.tagName !== "BUTTON" || isInText || Math.min(box.width, box.height) >= 23.5)
      continue;
    // A small sign may take hits around itself.
    element.scrollIntoView({ block: "center" });
    const { left, top, width, height } = element.getBoundingClientRect();
    const hits = (x: number, y: number) => {
      const hit = document.elementFromPoint(left + width / 2 + x, top + height / 2 + y);
      return hit !== null && (element === hit || element.contains(hit));
    };
    if (
      width > 1 &&
      ![
        [-11, 0],
        [11, 0],
        [0, -11],
        [0, 11],
      ].every(([x = 0, y = 0]) => hits(x, y))
    )
      faults.push(`${says} is ${Math.round(width)} × ${Math.round(height)}`);
  }
  return faults;
}
