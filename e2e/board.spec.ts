import { card, column, createTicket, dragTo, expect, signIn, test } from "./support/fixtures.ts";

test.use({ viewport: { width: 1680, height: 950 } });

test("a ticket written in one line has its assignee, label and priority", async ({
  page,
  board,
  product,
}) => {
  await product.api("POST", `/projects/${board.slug}/labels`, { name: "cart" });
  await page.goto(`/p/${board.slug}`);
  await column(page, "Backlog").getByRole("button", { name: "New ticket in Backlog" }).click();
  await page
    .getByRole("textbox", { name: "New ticket in Backlog" })
    .fill("Add VAT field @programmer #cart !required");
  await page.keyboard.press("Tab");
  await page.getByRole("textbox", { name: "Description" }).fill("The **total** ignores VAT.");
  await page.keyboard.press("Control+Enter");

  await expect(card(page, 1)).toContainText("Add VAT field");
  const ticket = await product.api<Record<string, unknown>>(
    "GET",
    `/projects/${board.slug}/tickets/1`,
  );
  expect(ticket).toMatchObject({
    title: "Add VAT field",
    description: "The **total** ignores VAT.",
    assignedTo: "programmer",
    priority: "Required",
    status: "Backlog",
    labels: [{ name: "cart" }],
  });
});

test("a card dragged with the pointer changes its column, and its place inside one", async ({
  page,
  board,
  product,
}) => {
  for (const title of ["First", "Second", "Third"])
    await createTicket(product, board.slug, { title });
  await page.goto(`/p/${board.slug}`);
  await expect(card(page, 3)).toBeVisible();

  await dragTo(page, card(page, 3), column(page, "Review"));
  await expect(column(page, "Review").locator("[data-ticket]")).toHaveText([/Third/]);

  await dragTo(page, card(page, 2), card(page, 1), 4);
  await expect(column(page, "Backlog").locator("[data-ticket]")).toHaveText([/Second/, /First/]);

  await page.reload();
  await expect(column(page, "Backlog").locator("[data-ticket]")).toHaveText([/Second/, /First/]);
  await expect(column(page, "Review").locator("[data-ticket]")).toHaveText([/Third/]);

  // No drop falls through between two cards.
  const upper = await card(page, 2).boundingBox();
  const lower = await card(page, 1).boundingBox();
  if (!upper || !lower) throw new Error("expected two cards on the screen");
  const between = (upper.height + lower.y - upper.y) / 2;
  await dragTo(page, card(page, 3), card(page, 2), between - 1);
  await expect(column(page, "Backlog").locator("[data-ticket]")).toHaveText([
    /Second/,
    /Third/,
    /First/,
  ]);
});

test("a card moves by keyboard alone", async ({ page, board, product }) => {
  for (const title of ["First", "Second"]) await createTicket(product, board.slug, { title });
  await page.goto(`/p/${board.slug}`);
  await expect(card(page, 2)).toBeVisible();

  await page.keyboard.press("ArrowDown");
  await expect(page.locator('[data-ticket="1"] :focus, [data-ticket="1"]:focus')).toHaveCount(1);
  await page.keyboard.press("]");
  await expect(column(page, "Backlog").locator("[data-ticket]")).toHaveText([/Second/, /First/]);

  await page.keyboard.press("m");
  await page.getByRole("menuitem", { name: "Review" }).press("Enter");
  await expect(column(page, "Review").locator("[data-ticket]")).toHaveText([/First/]);
});

test("a second browser follows every change without a reload", async ({
  page,
  board,
  browser,
  product,
}) => {
  await createTicket(product, board.slug, { title: "Followed" });
  const second = await browser.newContext({ viewport: { width: 1680, height: 950 } });
  await signIn(second, product);
  const other = await second.newPage();
  await other.goto(`${product.url}/p/${board.slug}`);
  await page.goto(`/p/${board.slug}`);
  await expect(card(other, 1)).toBeVisible();

  await dragTo(page, card(page, 1), column(page, "Review"));
  await expect(column(other, "Review").locator('[data-ticket="1"]')).toBeVisible();

  await product.api("PATCH", `/projects/${board.slug}/tickets/1`, {
    title: "Followed and renamed",
  });
  await expect(card(other, 1)).toContainText("Followed and renamed");
  await createTicket(product, board.slug, { title: "Newcomer" });
  await expect(card(other, 2)).toContainText("Newcomer");
  await product.api("DELETE", `/projects/${board.slug}/tickets/2`);
  await expect(card(other, 2)).toHaveCount(0);
  await second.close();
});

test("a move that the server refuses goes back with the reason", async ({
  page,
  board,
  product,
}) => {
  await createTicket(product, board.slug, { title: "One" });
  await createTicket(product, board.slug, { title: "Two", status: "Review" });
  const columns = await product.api<{ id: number; name: string }[]>(
    "GET",
    `/projects/${board.slug}/columns`,
  );
  const review = columns.find(({ name }) => name === "Review");
  await product.api("PATCH", `/projects/${board.slug}/columns/${review?.id}`, {
    wipLimit: 1,
    wipHard: true,
  });
  await page.goto(`/p/${board.slug}`);
  await expect(card(page, 1)).toBeVisible();

  await dragTo(page, card(page, 1), column(page, "Review"));

  await expect(page.getByText(/could not be moved/)).toBeVisible();
  await expect(column(page, "Backlog").locator('[data-ticket="1"]')).toBeVisible();
});

test("below 1,600 px a ticket can be dragged out of the first column's rail", async ({
  page,
  board,
  product,
}) => {
  await createTicket(product, board.slug, { title: "In the rail" });
  // With tickets elsewhere the first column is a rail.
  await createTicket(product, board.slug, { title: "Elsewhere", status: "Review" });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`/p/${board.slug}`);
  await page.getByRole("button", { name: /Open Backlog/ }).click();

  await dragTo(page, card(page, 1), column(page, "Review"));

  await expect(column(page, "Review").locator('[data-ticket="1"]')).toBeVisible();
});

test("the board can be read in French and in the dark", async ({
  page,
  board,
  context,
  product,
}) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await context.addCookies([{ name: "signalbox-locale", value: "fr", url: product.url }]);
  await page.goto(`/p/${board.slug}`);
  await expect(page.getByRole("button", { name: "Nouveau ticket dans Backlog" })).toBeVisible();
  const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const brightness = (background.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number);
  expect(Math.max(...brightness)).toBeLessThan(90);
});

test("where an agent would start, Enter keeps a new ticket for later and Ctrl+Enter starts it", async ({
  page,
  board,
  product,
}) => {
  await product.api("POST", `/projects/${board.slug}/pause`, { paused: true });
  await page.goto(`/p/${board.slug}`);
  await column(page, "Todo").getByRole("button", { name: "New ticket in Todo" }).click();
  const line = page.getByRole("textbox", { name: "New ticket in Todo" });
  await expect(page.getByRole("button", { name: /^Create and start/ })).toBeVisible();
  await line.fill("Later @programmer");
  await line.press("Enter");
  await expect(column(page, "Backlog").locator('[data-ticket="1"]')).toBeVisible();
  await line.fill("Now @programmer");
  await line.press("ControlOrMeta+Enter");
  await expect(column(page, "Todo").locator('[data-ticket="2"]')).toBeVisible();

  await line.evaluate((field) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", "- one\n- two @programmer\n3. three");
    field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
  });
  await page.getByRole("button", { name: "Create 3 in Backlog" }).click();
  await expect(column(page, "Backlog").locator("[data-ticket]")).toHaveText([
    /Later/,
    /one/,
    /two/,
    /three/,
  ]);
  expect(await product.api<object>("GET", `/projects/${board.slug}/tickets/4`)).toMatchObject({
    title: "two",
    assignedTo: "programmer",
  });
});
