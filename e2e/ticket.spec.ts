import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { card, createTicket, expect, test } from "./support/fixtures.ts";

test.use({ viewport: { width: 1680, height: 950 } });

interface TicketAnswer {
  parentId: number | null;
  subTickets: { id: number }[];
  blockers: { id: number }[];
  labels: { name: string; color: string }[];
  comments: { id: number; content: string }[];
}

const panel = (page: Page) => page.locator("[data-ticket-panel]");

/** Opens a folded section of the panel. */
async function unfold(page: Page, name: "sub-tickets" | "blockers" | "attachments") {
  const section = panel(page).locator(`[data-${name}]`);
  await section.locator("summary").click();
  return section;
}

test("sub-tickets are added in one line, put in order, moved and detached", async ({
  page,
  board,
  product,
}) => {
  await createTicket(product, board.slug, { title: "Checkout" });
  await createTicket(product, board.slug, { title: "Elsewhere" });
  await page.goto(`/p/${board.slug}/t/1`);
  const section = await unfold(page, "sub-tickets");
  const line = section.getByRole("textbox", { name: "Add a sub-ticket" });
  await line.fill("Read the cart");
  await line.press("Enter");
  await expect(section.locator('[data-line="3"]')).toContainText("Read the cart");
  await expect(line).toHaveValue("");
  await line.fill("Find the tax");
  await line.press("Enter");
  await expect(section.locator("[data-line]")).toHaveText([/Read the cart/, /Find the tax/]);
  await expect(section.locator("summary")).toHaveText("Sub-tickets 0/2");

  await section.getByRole("button", { name: "More about #4" }).click();
  await page.getByRole("menuitem", { name: "Move up" }).click();
  await expect(section.locator("[data-line]")).toHaveText([/Find the tax/, /Read the cart/]);

  await section.getByRole("button", { name: "More about #3" }).click();
  await page.getByRole("menuitem", { name: "Move under another ticket…" }).click();
  await page.getByPlaceholder("Number or words of the title").fill("elsew");
  await page.getByRole("option", { name: /Elsewhere/ }).click();
  await expect(section.locator("[data-line]")).toHaveText([/Find the tax/]);
  const other = await product.api<TicketAnswer>("GET", `/projects/${board.slug}/tickets/2`);
  expect(other.subTickets.map(({ id }) => id)).toEqual([3]);

  await section.getByRole("button", { name: "More about #4" }).click();
  await page.getByRole("menuitem", { name: "Make it a ticket of its own" }).click();
  await expect(section.locator("[data-line]")).toHaveCount(0);

  await page.goto(`/p/${board.slug}/t/3`);
  await panel(page).getByRole("link", { name: "#2 Elsewhere" }).click();
  await expect(page).toHaveURL(/\/t\/2$/);
});

test("a fifth level is refused with the reason, and one can choose again", async ({
  page,
  board,
  product,
}) => {
  for (const parentId of [null, 1, 2, 3])
    await createTicket(product, board.slug, { title: "Level", parentId });
  await createTicket(product, board.slug, { title: "Lone" });
  await page.goto(`/p/${board.slug}/t/5`);
  await panel(page).locator('[data-property="parent"]').click();
  await page.getByRole("menuitem", { name: "Put it under another ticket…" }).click();
  await page.getByPlaceholder("Number or words of the title").fill("#4");
  await page.getByRole("option", { name: /^#4/ }).click();
  await expect(page.getByRole("alert")).toContainText("fifth level");
  await page.getByPlaceholder("Number or words of the title").fill("3");
  await page.getByRole("option", { name: /^#3/ }).click();
  await expect(panel(page).locator('[data-property="parent"]')).toContainText("Part of #3");
  await page.goto(`/p/${board.slug}/t/4`);
  const section = await unfold(page, "sub-tickets");
  await expect(section).toContainText("fourth level");
});

test("blockers are found by keyboard, a circle is refused with its path, and removed", async ({
  page,
  board,
  product,
}) => {
  for (const title of ["First", "Second", "Third"])
    await createTicket(product, board.slug, { title });
  await product.api("POST", `/projects/${board.slug}/tickets/2/blockers`, { ticket: 1 });
  await product.api("POST", `/projects/${board.slug}/tickets/3/blockers`, { ticket: 2 });
  await page.goto(`/p/${board.slug}/t/1`);
  const section = await unfold(page, "blockers");
  await expect(section.getByRole("list", { name: "Blocks" })).toContainText("Second");
  await section.getByRole("button", { name: "Add a blocker…" }).press("Enter");
  await page.keyboard.type("third");
  await expect(page.getByRole("option")).toHaveText([/Third/]);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert")).toContainText("#1 → #3 → #2 → #1");
  await page.keyboard.press("Escape");

  await page.goto(`/p/${board.slug}/t/3`);
  const third = await unfold(page, "blockers");
  await expect(third.locator("summary")).toHaveText("Blocked by 1 of 1");
  await third.getByRole("button", { name: "No longer wait for #2" }).click();
  await expect(third.locator("summary")).toHaveText("Blocked by");
  await panel(page).locator('[data-property="blockers"]').click();
  await page.getByRole("menuitem", { name: "Add a blocker…" }).click();
  await page.keyboard.type("1");
  await page.getByRole("option", { name: /First/ }).click();
  await expect(panel(page).locator('[data-property="blockers"]')).toContainText("Blocked by #1");
});

test("a label is made in place, with its colour", async ({ page, board, product }) => {
  await createTicket(product, board.slug, { title: "Label me" });
  await page.goto(`/p/${board.slug}/t/1`);
  await panel(page).locator('[data-property="labels"]').click();
  await page.getByRole("menuitem", { name: "New label…" }).click();
  const dialog = page.getByRole("dialog", { name: "New label" });
  await dialog.getByRole("textbox", { name: "Name" }).fill("cart");
  await dialog.getByRole("radio", { name: "#10b981" }).check({ force: true });
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(panel(page).locator('[data-property="labels"]')).toContainText("cart");
  // It is shown before the server has it.
  await expect
    .poll(async () => {
      const path = `/projects/${board.slug}/tickets/1`;
      return (await product.api<TicketAnswer>("GET", path)).labels;
    })
    .toMatchObject([{ name: "cart", color: "#10b981" }]);
});

test("a comment calls agents by name, shows references, is edited, linked and deleted", async ({
  page,
  board,
  product,
}) => {
  await createTicket(product, board.slug, { title: "Talk" });
  await createTicket(product, board.slug, { title: "The other one" });
  await page.goto(`/p/${board.slug}/t/1`);
  const field = panel(page).getByRole("textbox", { name: "Message" });
  await field.pressSequentially("ask @prog");
  await expect(page.getByRole("option", { name: /programmer/ })).toContainText("starts only where");
  await page.keyboard.press("Enter");
  await expect(field).toHaveValue("ask @programmer ");
  await field.pressSequentially("about #2");
  await panel(page).getByRole("button", { name: "Preview" }).click();
  await expect(panel(page).locator("[data-composer] a")).toHaveText("#2");
  await panel(page).locator("[data-composer]").getByRole("button", { name: "Send" }).click();
  const entry = panel(page).locator('[data-entry="comment"]');
  await expect(entry).toContainText("ask @programmer about #2");
  await entry.getByRole("link", { name: "#2" }).hover();
  await expect(entry.getByRole("link", { name: "#2" })).toHaveAttribute(
    "title",
    "The other one · Backlog",
  );

  await entry.getByRole("button", { name: "More about this comment" }).click();
  await page.getByRole("menuitem", { name: "Edit comment" }).click();
  await entry.getByRole("textbox", { name: "Edit comment" }).fill("never mind");
  await page.keyboard.press("Control+Enter");
  await expect(entry).toContainText("never mind");

  await page.goto(`/p/${board.slug}`);
  await page.goto(`/p/${board.slug}/t/1#comment-1`);
  await expect(page.locator("#comment-1[data-linked]")).toBeInViewport();
  await page.getByRole("group", { name: "What the history shows" }).getByText("Changes").click();
  await expect(entry).toHaveCount(0);
  await page.getByRole("group", { name: "What the history shows" }).getByText("Comments").click();
  await entry.getByRole("button", { name: "More about this comment" }).click();
  await page.getByRole("menuitem", { name: "Delete comment" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete comment" }).click();
  await expect(entry).toHaveCount(0);
});

test("a picture is pasted into a comment and listed as an attachment", async ({
  page,
  board,
  product,
}) => {
  await createTicket(product, board.slug, { title: "Look" });
  await page.goto(`/p/${board.slug}/t/1`);
  const field = panel(page).getByRole("textbox", { name: "Message" });
  await field.fill("see ");
  await field.evaluate((area) => {
    const dot =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    const bytes = Uint8Array.from(atob(dot), (letter) => letter.charCodeAt(0));
    const data = new DataTransfer();
    data.items.add(new File([bytes], "screen.png", { type: "image/png" }));
    area.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }),
    );
  });
  await expect(field).toHaveValue(/see !\[screen\.png\]\(\/uploads\/[0-9a-f]+\.png\)/);
  await page.keyboard.press("Control+Enter");
  const image = panel(page).locator('[data-entry="comment"] img');
  await expect(image).toBeVisible();
  // 1 once its bytes came and were a picture.
  await expect
    .poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth))
    .toBe(1);
  const section = await unfold(page, "attachments");
  await expect(section).toContainText("screen.png");
});

test("a deleted ticket says who deleted it and comes back from its own address", async ({
  page,
  board,
  product,
}) => {
  await createTicket(product, board.slug, { title: "Gone" });
  await page.goto(`/p/${board.slug}/t/1`);
  await panel(page).getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Delete…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).last().click();
  await expect(card(page, 1)).toHaveCount(0);

  await page.goto(`/p/${board.slug}/t/1`);
  const banner = panel(page).locator("[data-deleted]");
  await expect(banner).toContainText("Deleted by owner");
  await expect(panel(page).locator("[data-composer]")).toHaveCount(0);
  await banner.getByRole("button", { name: "Restore" }).click();
  await expect(banner).toHaveCount(0);
  await expect(card(page, 1)).toBeVisible();
});

test("a checklist is ticked where it is read, and not over what somebody else wrote", async ({
  page,
  board,
  product,
}) => {
  const path = `/projects/${board.slug}/tickets/1`;
  await createTicket(product, board.slug, {
    title: "List",
    description: "```\n- [ ] code\n```\n\n- [ ] one\n- [ ] two",
  });
  await page.goto(`/p/${board.slug}/t/1`);
  const boxes = panel(page).getByRole("checkbox", { name: "Task" });
  await boxes.nth(1).click();
  await expect(boxes.nth(1)).toBeChecked();
  await expect
    .poll(async () => (await product.api<{ description: string }>("GET", path)).description)
    .toBe("```\n- [ ] code\n```\n\n- [ ] one\n- [x] two");

  await page.route(`**/api${path}`, async (route) => {
    if (route.request().method() !== "PATCH") return route.continue();
    // Somebody else is quicker.
    await product.api("PATCH", path, { description: "- [ ] other" });
    return route.continue();
  });
  await boxes.nth(0).click();
  await expect(page.getByText("It was not saved")).toBeVisible();
  await expect(panel(page).getByText("other", { exact: true })).toBeVisible();
  expect((await product.api<{ description: string }>("GET", path)).description).toBe("- [ ] other");
});

test("the title has the focus when the panel opens, and Escape puts it back on the card", async ({
  page,
  board,
  product,
}) => {
  await createTicket(product, board.slug, { title: "Focus" });
  await page.goto(`/p/${board.slug}`);
  await card(page, 1).locator("[data-card-link]").focus();
  await page.keyboard.press("Enter");
  await expect(panel(page).getByRole("button", { name: "Focus", exact: true })).toBeFocused();
  await product.api("PATCH", `/projects/${board.slug}/tickets/1/status`, { status: "Review" });
  await expect(page.locator('[data-column="Review"] [data-ticket="1"]')).toBeAttached();
  await page.keyboard.press("Escape");
  await expect(card(page, 1).locator("[data-card-link]")).toBeFocused();
});

for (const [width, colorScheme] of [
  [360, "light"],
  [1280, "dark"],
] as const)
  test(`the panel with everything open has no serious accessibility fault at ${width} px`, async ({
    page,
    board,
    product,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await createTicket(product, board.slug, { title: "Whole", description: "- [ ] a\n- [x] b" });
    await createTicket(product, board.slug, { title: "Part", parentId: 1 });
    await createTicket(product, board.slug, { title: "Before" });
    await product.api("POST", `/projects/${board.slug}/tickets/1/blockers`, { ticket: 3 });
    await product.api("POST", `/projects/${board.slug}/tickets/1/comments`, { content: "hi #2" });
    await page.goto(`/p/${board.slug}/t/1`);
    await unfold(page, "sub-tickets");
    await unfold(page, "blockers");
    await expect(panel(page).locator("[data-line]")).toHaveCount(2);
    await page.screenshot({ path: `test-results/panel-${width}-${colorScheme}.png` });
    const { violations } = await new AxeBuilder({ page }).include("[data-ticket-panel]").analyze();
    const found = violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)}`));
    expect(found).toEqual([]);
  });
