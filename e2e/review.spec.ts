import type { Locator, Page } from "@playwright/test";
import { card, column, createTicket, expect, runInState, test } from "./support/fixtures.ts";

test.use({ viewport: { width: 1680, height: 950 } });

/** Presses Tab until this has the focus, as somebody without a pointer gets there. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 150; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error("Tab never got there");
}

test("created, started, answered, reviewed and approved with the keyboard alone", async ({
  page,
  board,
  product,
}) => {
  await page.goto(`/p/${board.slug}`);
  await expect(column(page, "Backlog")).toBeVisible();
  await page.keyboard.press("c");
  await page.keyboard.type("Store the cart [scenario: ask-and-review] @programmer");
  await page.keyboard.press("Enter");
  await expect(card(page, 1)).toBeVisible();
  await page.keyboard.press("Escape");

  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("m");
  await page.keyboard.type("Todo");
  await page.keyboard.press("Enter");
  await runInState(product, board.slug, 1, "awaiting_input");

  await expect(column(page, "InProgress").locator('[data-ticket="1"]')).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: /Store the cart/ })).toBeVisible();
  await tabTo(page, page.getByRole("button", { name: /^SQLite/ }).last());
  await page.keyboard.press("Enter");
  await runInState(product, board.slug, 1, "ended");

  await page.keyboard.press("Escape");
  await expect(column(page, "Review").locator('[data-ticket="1"]')).toBeVisible();
  await page.keyboard.press("r");
  await expect(page.getByRole("heading", { name: /Store the cart/ })).toBeFocused();
  await expect(page.getByText("storage.txt").first()).toBeVisible();
  await page.keyboard.press("a");
  await expect(page.getByText("Nothing waits for a review")).toBeVisible();
  const ticket = () => product.api<{ status: string }>("GET", `/projects/${board.slug}/tickets/1`);
  expect((await ticket()).status).toBe("Done");

  await page.keyboard.press("u");
  await expect(page.getByRole("heading", { name: /Store the cart/ })).toBeVisible();
  expect((await ticket()).status).toBe("Review");
});

test("created, started, answered, reviewed and approved through the accessibility tree alone", async ({
  page,
  board,
  product,
}) => {
  await page.goto(`/p/${board.slug}`);
  await page.getByRole("button", { name: "New ticket in Backlog" }).click();
  const line = page.getByRole("textbox", { name: "New ticket in Backlog" });
  await line.fill("Store the cart [scenario: ask-and-review] @programmer");
  await line.press("Enter");
  await page.getByRole("button", { name: /^More for #1/ }).click();
  await page.getByRole("menuitem", { name: "Move to" }).click();
  await page.getByRole("menuitem", { name: "Todo" }).click();
  await runInState(product, board.slug, 1, "awaiting_input");

  await page.getByRole("link", { name: /^1 Store the cart/ }).click();
  await page.getByRole("button", { name: /^SQLite/ }).click();
  await runInState(product, board.slug, 1, "ended");

  await page.getByRole("region", { name: "Ticket" }).getByRole("button", { name: "Close" }).click();
  await page.getByRole("link", { name: "Review Review one by one" }).click();
  await expect(page.getByRole("heading", { level: 1, name: /Store the cart/ })).toBeFocused();

  // From a part of the difference to the call that wrote it, and back.
  await page.locator("[data-changed-file='storage.txt']").getByRole("button").first().click();
  await page.getByRole("link", { name: /^Write at / }).click();
  await expect(page).toHaveURL(/\/t\/1#run-/);
  const call = page.locator("[data-row='tool']").filter({ hasText: "storage.txt" });
  await expect(call).toBeFocused();
  await call.getByRole("button", { name: "Show in Changes" }).click();
  const writer = page.getByRole("link", { name: /^Write at / });
  await expect(writer).toBeFocused();
  await writer.press("Enter");
  await expect(call).toBeFocused();

  await page.goto(`/p/${board.slug}/review`);
  await page.getByRole("button", { name: "Approve" }).click();
  await expect(page.getByText("Nothing waits for a review")).toBeVisible();
});

test("the queue goes on to the next ticket, and what is sent back carries the words", async ({
  page,
  board,
  product,
}) => {
  await product.api("POST", `/projects/${board.slug}/pause`, { paused: true });
  for (const title of ["First", "Second", "Third"])
    await createTicket(product, board.slug, {
      title,
      status: "Review",
      assignedTo: "programmer",
    });
  await page.goto(`/p/${board.slug}/review`);
  const place = page.locator("[data-review-place]");
  const heading = page.getByRole("heading", { level: 1 });
  await expect(place).toHaveText("1 of 3");
  await page.keyboard.press("j");
  await expect(heading).toHaveText("2Second");
  await expect(place).toHaveText("2 of 3");
  await page.reload();
  await expect(place).toHaveText("2 of 3");

  await page.keyboard.press("b");
  const dialog = page.getByRole("dialog", { name: "Send back to its agent" });
  await dialog.getByRole("textbox").fill("Say what it costs.");
  await dialog.getByRole("button", { name: "Send back" }).click();
  await expect(heading).toHaveText("3Third");
  await expect(place).toHaveText("2 of 2");
  const ticket = await product.api<{ status: string }>("GET", `/projects/${board.slug}/tickets/2`);
  expect(ticket.status).toBe("Todo");
  await page.goto(`/p/${board.slug}/t/2`);
  await expect(page.getByText("Say what it costs.")).toBeVisible();
});

test("a line is commented on with the keyboard, and the words outlive the page and go back with the ticket", async ({
  page,
  board,
  product,
}) => {
  await createTicket(product, board.slug, {
    title: "Write the notes [scenario: default-success]",
    status: "Todo",
    assignedTo: "programmer",
  });
  await runInState(product, board.slug, 1, "ended");
  await product.api("POST", `/projects/${board.slug}/pause`, { paused: true });
  await product.api("PATCH", `/projects/${board.slug}/tickets/1/status`, { status: "Review" });
  await page.goto(`/p/${board.slug}/review`);
  const file = page.locator("[data-changed-file='notes/signalbox-demo.md']");
  await file.getByRole("button").first().focus();
  await page.keyboard.press("Enter");
  const line = file.getByRole("button", { name: /^Comment on added line 1:/ });
  await tabTo(page, line);
  await page.keyboard.press("Enter");
  await page.keyboard.type("Name the database.");
  await page.keyboard.press("Escape");
  await expect(file.getByRole("button", { name: /^Edit the comment on line 1:/ })).toHaveCount(2);
  await page.reload();
  await expect(page.getByText("1 comment on a line")).toBeVisible();
  await expect(page.getByRole("button", { name: "Send back with 1 comment" })).toBeVisible();
  await page.keyboard.press("b");
  const dialog = page.getByRole("dialog", { name: "Send back to its agent" });
  await expect(
    dialog.getByRole("textbox", { name: "Comment on notes/signalbox-demo.md:1" }),
  ).toHaveValue("Name the database.");
  await page.keyboard.type("Nearly there.");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("Nothing waits for a review")).toBeVisible();
  const sent = await product.api<{ status: string; comments: { content: string }[] }>(
    "GET",
    `/projects/${board.slug}/tickets/1`,
  );
  expect(sent.status).toBe("Todo");
  expect(sent.comments.at(-1)?.content).toMatch(
    /^Nearly there\.\n\n`notes\/signalbox-demo\.md:1`\n\n```diff\n\+.*\n```\n\nName the database\.$/,
  );
});
