import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import pg from "pg";
import { card, column, createTicket, dragTo, expect, test } from "./support/fixtures.ts";
import { openAs } from "./support/open-as.ts";
import type { Product } from "./support/product.ts";

test.use({ viewport: { width: 1280, height: 800 } });

const parameter = (page: Page, name: string) => new URL(page.url()).searchParams.get(name);
const viewsMenu = (page: Page, name = "Views") => page.getByRole("button", { name, exact: true });

test("a view is saved by keyboard, opens the board, is renamed, shared, followed by Back, and deleted", async ({
  page,
  board,
  product,
}) => {
  for (const title of ["Needle", "Hay"]) await createTicket(product, board.slug, { title });
  const views = () =>
    product.api<{ name: string; isShared: boolean; isDefault: boolean }[]>(
      "GET",
      `/projects/${board.slug}/views`,
    );
  await page.goto(`/p/${board.slug}?q=needle`);
  await expect(card(page, 1)).toBeVisible();

  await viewsMenu(page).press("Enter");
  await page.getByRole("menuitem", { name: "Save as a view…" }).press("Enter");
  await expect(page.getByRole("textbox", { name: "Name" })).toBeFocused();
  await page.keyboard.type("Sharp things");
  await page.keyboard.press("Enter");
  await viewsMenu(page, "Views: Sharp things").press("Enter");
  await page.getByRole("menuitem", { name: "Open the board with it" }).press("Enter");
  await expect.poll(views).toMatchObject([{ name: "Sharp things", isDefault: true }]);

  await page.goto(`/p/${board.slug}`);
  await expect(card(page, 1)).toBeVisible();
  await expect(card(page, 2)).toHaveCount(0);
  expect(parameter(page, "q")).toBe("needle");

  await viewsMenu(page, "Views: Sharp things").press("Enter");
  await page.getByRole("menuitem", { name: "Rename “Sharp things”…" }).press("Enter");
  await page.getByRole("textbox", { name: "Name" }).fill("Needles");
  await page.keyboard.press("Enter");
  await viewsMenu(page, "Views: Needles").press("Enter");
  await page.getByRole("menuitem", { name: "Share with everybody here" }).press("Enter");
  await expect.poll(views).toMatchObject([{ name: "Needles", isShared: true }]);

  await viewsMenu(page, "Views: Needles").press("Enter");
  await page.getByRole("menuitemcheckbox", { name: "All tickets" }).press("Enter");
  await expect(card(page, 2)).toBeVisible();
  await page.goBack();
  await expect(card(page, 2)).toHaveCount(0);

  await viewsMenu(page, "Views: Needles").press("Enter");
  await page.getByRole("menuitem", { name: "Delete “Needles”" }).press("Enter");
  await expect(viewsMenu(page)).toBeVisible();
  expect(await views()).toEqual([]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(viewsMenu(page, "Views: Needles")).toBeVisible();
});

const link = (page: Page, ticket: number) => card(page, ticket).locator("[data-card-link]");
const shownTickets = (page: Page) =>
  page
    .locator("[data-row][data-ticket]")
    .evaluateAll((rows) =>
      rows
        .toSorted((a, b) => Number(a.getAttribute("data-row")) - Number(b.getAttribute("data-row")))
        .map((row) => Number(row.getAttribute("data-ticket"))),
    );
const layout = (page: Page, name: string) => page.getByRole("radio", { name, exact: true });
const checkLooks = async (page: Page) => {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.filter(({ impact }) => impact === "critical" || impact === "serious");
  expect(found.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
};

test("a list is sorted by its headers, walked by keys, follows changes and keeps the search", async ({
  page,
  board,
  product,
}) => {
  for (const [title, priority] of [
    ["banana", "Required"],
    ["Apple", "Critical"],
    ["cherry", "Idea"],
  ]) {
    await createTicket(product, board.slug, { title, priority });
  }
  await page.goto(`/p/${board.slug}`);
  await expect(card(page, 1)).toBeVisible();
  await layout(page, "List").focus();
  await page.keyboard.press("Space");
  const table = page.getByRole("table", { name: "Tickets as a list" });
  await expect(table.getByRole("row")).toHaveCount(4);
  expect(parameter(page, "view")).toBe("list");
  expect(await shownTickets(page)).toEqual([3, 2, 1]);
  await checkLooks(page);

  const title = page.getByRole("columnheader", { name: "Title" });
  await title.getByRole("button").press("Enter");
  await expect(title).toHaveAttribute("aria-sort", "ascending");
  await expect.poll(() => shownTickets(page)).toEqual([2, 1, 3]);
  await title.getByRole("button").press("Enter");
  await expect(title).toHaveAttribute("aria-sort", "descending");
  await expect.poll(() => shownTickets(page)).toEqual([3, 1, 2]);
  expect(parameter(page, "sort")).toBe("-title");
  await page.goBack();
  await expect.poll(() => shownTickets(page)).toEqual([2, 1, 3]);
  await page.getByRole("columnheader", { name: "Priority" }).getByRole("button").click();
  await expect.poll(() => shownTickets(page)).toEqual([2, 1, 3]);

  await page.keyboard.press("ArrowDown");
  await expect(link(page, 2)).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(link(page, 1)).toBeFocused();
  await page.keyboard.press("End");
  await expect(link(page, 3)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.locator("[data-ticket-panel='3'] :focus")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(link(page, 3)).toBeFocused();

  // What others do comes by itself, and the selection stays with its ticket.
  await product.api("PATCH", `/projects/${board.slug}/tickets/3`, { priority: "Critical" });
  await createTicket(product, board.slug, { title: "date", status: "Todo" });
  await expect.poll(() => shownTickets(page)).toEqual([3, 2, 1, 4]);
  await expect(link(page, 3)).toBeFocused();
  await expect(page.locator("[data-count]")).toHaveText("4 tickets");

  await page.keyboard.press("/");
  await page.keyboard.type("in:Todo");
  await expect.poll(() => shownTickets(page)).toEqual([4]);
  await viewsMenu(page).press("Enter");
  await page.getByRole("menuitem", { name: "Save as a view…" }).press("Enter");
  await page.keyboard.type("To start");
  await page.keyboard.press("Enter");
  await expect(viewsMenu(page, "Views: To start")).toBeVisible();
  await page.goto(`/p/${board.slug}`);
  await expect(card(page, 4)).toBeVisible();
  await viewsMenu(page).press("Enter");
  await page.getByRole("menuitemcheckbox", { name: "To start" }).press("Enter");
  await expect.poll(() => shownTickets(page)).toEqual([4]);
  expect([parameter(page, "view"), parameter(page, "sort")]).toEqual(["list", "-priority"]);
});

/** Tickets that are written straight into the database, in Backlog. */
async function insertMany(product: Product, slug: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: await product.databaseUrl() });
  await client.connect();
  await client.query(
    `INSERT INTO "Ticket" ("projectId", "number", "title", "createdBy", "columnId", "orderKey",
                           "createdAt", "updatedAt", "enteredColumnAt", "lastActivityAt")
     SELECT p."id", n, 'Ticket ' || n, 'owner', c."id", 'b' || lpad(n::text, 6, '0'), now(), now(), now(), now()
     FROM "Project" p JOIN "BoardColumn" c ON c."projectId" = p."id" AND c."name" = 'Backlog'
     CROSS JOIN generate_series(1, $2::int) n WHERE p."slug" = $1`,
    [slug, count],
  );
  await client.end();
}

test("a list of ten thousand tickets reaches its end and its middle, and holds few rows", async ({
  page,
  board,
  product,
}) => {
  await insertMany(product, board.slug, 10_000);
  await page.goto(`/p/${board.slug}?view=list&sort=number`);
  await expect(page.locator("[data-count]")).toHaveText("10,000 tickets");
  await expect(page.getByRole("table")).toHaveAttribute("aria-rowcount", "10001");
  await expect(card(page, 1)).toBeVisible();
  await page.keyboard.press("End");
  await expect(link(page, 10_000)).toBeFocused();
  await expect(card(page, 10_000)).toHaveAttribute("aria-rowindex", "10001");
  await page.keyboard.press("PageUp");
  await expect(link(page, 9_990)).toBeFocused();
  await page
    .getByRole("table")
    .locator("xpath=..")
    .evaluate((element) => element.scrollTo(0, element.scrollHeight / 2));
  await expect(card(page, 5_000)).toBeAttached();
  expect(await page.locator("tr").count()).toBeLessThan(80);
});

test("a tree is walked and folded by keys, remembers what is closed, and dims what is only above a match", async ({
  page,
  board,
  product,
}) => {
  for (const [title, parentId, status] of [
    ["Shop", null, "Backlog"],
    ["Cart", 1, "Backlog"],
    ["Total of needles", 2, "Backlog"],
    ["Search", null, "Backlog"],
    ["Index", 4, "Done"],
    ["Ranking", 4, "Backlog"],
  ] as const) {
    await createTicket(product, board.slug, { title, parentId, status });
  }
  const item = (name: RegExp) => page.getByRole("treeitem", { name });
  await page.goto(`/p/${board.slug}?view=tree`);
  await expect.poll(() => shownTickets(page)).toEqual([1, 2, 3, 4, 5, 6]);
  await expect(item(/^3 Total/)).toHaveAttribute("aria-level", "3");
  await expect(item(/^6 Ranking/)).toHaveAttribute("aria-posinset", "2");
  await expect(item(/^4 Search/)).toHaveAccessibleName(/1 of 2 sub-tickets done/);
  await checkLooks(page);

  await page.keyboard.press("ArrowDown");
  await expect(item(/^1 Shop/)).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(item(/^2 Cart/)).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await expect(item(/^2 Cart/)).toHaveAttribute("aria-expanded", "false");
  await expect.poll(() => shownTickets(page)).toEqual([1, 2, 4, 5, 6]);
  await expect(item(/^2 Cart/)).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await expect(item(/^1 Shop/)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.locator("[data-ticket-panel='1'] :focus")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(item(/^1 Shop/)).toBeFocused();

  await page.reload();
  await expect.poll(() => shownTickets(page)).toEqual([1, 2, 4, 5, 6]);
  await page.keyboard.press("/");
  await page.keyboard.type("needles");
  await expect.poll(() => shownTickets(page)).toEqual([1, 2, 3]);
  await expect(item(/^1 Shop/)).toHaveAccessibleName(/above a match/);
  await expect(item(/^3 Total/)).not.toHaveAccessibleName(/above a match/);
  await expect(page.locator("[data-count]")).toHaveText("1 ticket");

  await page.getByRole("button", { name: "Clear" }).click();
  await expect.poll(() => shownTickets(page)).toEqual([1, 2, 4, 5, 6]);
  await page.getByRole("button", { name: "Collapse all" }).click();
  await expect.poll(() => shownTickets(page)).toEqual([1, 4]);
  await page.locator("[data-toggle]").nth(1).click();
  await expect.poll(() => shownTickets(page)).toEqual([1, 4, 5, 6]);
  // A new sub-ticket appears where it belongs.
  await createTicket(product, board.slug, { title: "Synonyms", parentId: 4 });
  await expect.poll(() => shownTickets(page)).toEqual([1, 4, 5, 6, 7]);
});

test("a column is ordered for one person: over all its windows, in the address, remembered, and no drag reorders it", async ({
  page,
  board,
  product,
}) => {
  // Wide enough for no column to be a rail.
  await page.setViewportSize({ width: 1680, height: 900 });
  await insertMany(product, board.slug, 120);
  const client = new pg.Client({ connectionString: await product.databaseUrl() });
  await client.connect();
  await client.query(
    `UPDATE "Ticket" SET "priority" = 3 WHERE "number" IN (110, 115)
     AND "projectId" = (SELECT "id" FROM "Project" WHERE "slug" = $1)`,
    [board.slug],
  );
  await client.end();
  const order = () =>
    column(page, "Backlog")
      .locator("[data-ticket]")
      .evaluateAll((cards) => cards.map((one) => Number(one.getAttribute("data-ticket"))));
  await page.goto(`/p/${board.slug}`);
  const backlog = column(page, "Backlog");
  await expect(card(page, 1)).toBeVisible();
  await backlog.getByRole("button", { name: "Order of Backlog: By hand" }).press("Enter");
  await page.getByRole("menuitemcheckbox", { name: "Priority" }).press("Enter");
  // Neither was loaded before.
  await expect.poll(async () => (await order()).slice(0, 3)).toEqual([115, 110, 120]);
  await expect(backlog.getByRole("list")).toHaveAccessibleName(/120 tickets/);
  expect(parameter(page, "sort")).toMatch(/^\d+\.priority$/);

  await dragTo(page, card(page, 110), card(page, 115), 4);
  await expect(page.getByText("Backlog is ordered by “Priority”").first()).toBeVisible();
  expect((await order()).slice(0, 2)).toEqual([115, 110]);
  await dragTo(page, card(page, 110), column(page, "Todo"));
  await expect(column(page, "Todo").locator("[data-ticket='110']")).toBeVisible();
  await expect.poll(async () => (await order()).slice(0, 2)).toEqual([115, 120]);
  await expect
    .poll(
      async () =>
        (await product.api<{ status: string }>("GET", `/projects/${board.slug}/tickets/110`))
          .status,
    )
    .toBe("Todo");
  // What others change takes its place by the same order.
  await product.api("PATCH", `/projects/${board.slug}/tickets/30`, { priority: "Critical" });
  await page.mouse.move(2, 2);
  await expect.poll(async () => (await order()).slice(0, 3)).toEqual([115, 30, 120]);

  await page.goto(`/p/${board.slug}`);
  await expect.poll(async () => (await order()).slice(0, 2)).toEqual([115, 30]);
  await backlog.getByRole("button", { name: "Order of Backlog: Priority" }).press("Enter");
  await page.getByRole("menuitemcheckbox", { name: "By hand" }).press("Enter");
  await expect.poll(async () => (await order()).slice(0, 2)).toEqual([1, 2]);
  expect(parameter(page, "sort")).toBeNull();
});

test("on a phone list and tree keep number, title, column and state, and nothing scrolls sideways", async ({
  page,
  board,
  product,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await createTicket(product, board.slug, { title: "A title that is longer than a phone is wide" });
  await createTicket(product, board.slug, { title: "Part of it", parentId: 1 });
  for (const view of ["list", "tree"]) {
    await page.goto(`/p/${board.slug}?view=${view}`);
    await expect(card(page, 2)).toBeVisible();
    await expect(card(page, 2)).toContainText("Backlog");
    const isWide = await page.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    );
    expect(isWide).toBe(false);
    await checkLooks(page);
    await link(page, 2).click();
    await expect(page.locator("[data-ticket-panel='2']")).toBeVisible();
  }
});

test("two people see who has a ticket open and who writes, and a closed tab is gone within ten seconds", async ({
  page,
  board,
  product,
  browser,
}) => {
  for (const title of ["Cart", "Search"]) await createTicket(product, board.slug, { title });
  await page.goto(`/p/${board.slug}`);
  await expect(card(page, 1)).toBeVisible();
  const sam = await openAs(browser, product, { handle: "sam", name: "Sam" });
  const other = await sam.newPage();
  await other.goto(`/p/${board.slug}/t/1`);
  await expect(card(page, 1).locator("[data-present='sam']")).toBeVisible();
  await expect(link(page, 1)).toHaveAccessibleName(/Also open by Sam/);
  await expect(card(page, 2).locator("[data-present]")).toHaveCount(0);
  // Nobody is told of himself.
  await expect(other.locator("[data-ticket-panel] [data-present]")).toHaveCount(0);

  await link(page, 1).click();
  const panel = page.locator("[data-ticket-panel='1']");
  await expect(panel.getByRole("img", { name: "Also open by Sam" })).toBeVisible();
  await expect(panel.getByText("Sam", { exact: true })).toBeVisible();
  await expect(other.getByRole("img", { name: "Also open by Owner" })).toBeVisible();
  const composer = other.locator("[data-composer] textarea");
  await composer.fill("I think");
  await expect(panel.getByText("Sam is writing a comment")).toBeVisible();
  await checkLooks(page);
  await composer.fill("");
  await expect(panel.getByText("Sam is writing a comment")).toHaveCount(0);

  await other.goto(`/p/${board.slug}/t/2`);
  await expect(panel.getByRole("img", { name: "Also open by Sam" })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(card(page, 2).locator("[data-present='sam']")).toBeVisible();
  await other.close();
  await expect(page.locator("[data-present]")).toHaveCount(0, { timeout: 10_000 });
  await sam.close();
});
