import type { Costs } from "#server/contracts/costs.ts";
import { card, column, createTicket, expect, runInState, test } from "./support/fixtures.ts";

test("what a run cost appears in the plot and the table while one looks, by day and by agent", async ({
  page,
  board,
  product,
}) => {
  await page.goto(`/costs?project=${board.slug}`);
  await expect(page.getByText("Nothing was spent in these days")).toBeVisible();

  await createTicket(product, board.slug, {
    title: "Fix the total [scenario: comment-and-review]",
    assignedTo: "programmer",
    status: "Todo",
  });
  const run = await runInState(product, board.slug, 1, "ended");
  expect(run.costUsd).toBeGreaterThan(0);

  const costs = await product.api<Costs>("GET", `/projects/${board.slug}/costs?days=1`);
  expect(costs.totals).toMatchObject({ spentUsd: run.costUsd, runs: 1, reservedUsd: 0 });
  const table = page.getByRole("region", { name: "Costs by day" });
  const row = table.locator(`[data-key="${costs.today}"]`);
  const shown = `$${run.costUsd.toFixed(2)}`;
  await expect(row).toContainText(shown);
  await expect(table.locator("tbody tr")).toHaveCount(30);
  await expect(
    page.getByRole("img", { name: new RegExp(`most on .+ with \\${shown}`) }),
  ).toBeVisible();
  await expect(page.locator(`[data-day="${costs.today}"] [data-part="spent"]`)).toBeVisible();

  await page.getByRole("combobox", { name: "By" }).selectOption("agent");
  await expect(page).toHaveURL(/by=agent/);
  const agents = page.getByRole("region", { name: "Costs by agent" });
  await expect(agents.locator('[data-key="programmer"]')).toContainText(shown);
  await expect(page.getByRole("img", { name: /The dearest: programmer/ })).toBeVisible();

  await page.getByRole("combobox", { name: "By" }).selectOption("person");
  await expect(
    page.getByRole("region", { name: "Costs by person" }).locator('[data-key="owner"]'),
  ).toContainText(shown);

  await page.getByRole("combobox", { name: "By" }).selectOption("ticket");
  await page.getByRole("link", { name: /Fix the total/ }).click();
  await expect(page).toHaveURL(new RegExp(`/p/${board.slug}/t/1$`));
});

test("the page is reached and read with the keyboard alone, and its choices are in the address", async ({
  page,
  board,
  product,
}) => {
  await createTicket(product, board.slug, {
    title: "Once [scenario: default-success]",
    assignedTo: "programmer",
    status: "Todo",
  });
  await runInState(product, board.slug, 1, "ended");
  await page.goto(`/p/${board.slug}`);
  await expect(card(page, 1)).toBeVisible();

  await page.keyboard.press("g");
  await page.keyboard.press("c");
  await expect(page).toHaveURL(/\/costs$/);
  const nav = page.getByRole("navigation", { name: "Pages" });
  await expect(nav.getByRole("link", { name: "Costs" })).toHaveAttribute("aria-current", "page");

  const { today } = await product.api<Costs>("GET", "/costs");
  const slider = page.getByRole("slider", { name: "Day shown" });
  await slider.focus();
  await expect(slider).toHaveAttribute("aria-valuenow", "30");
  await expect(slider).toHaveAttribute("aria-valuetext", /: Spent /);
  await page.keyboard.press("ArrowLeft");
  await expect(slider).toHaveAttribute("aria-valuenow", "29");
  await expect(slider).toHaveAttribute("aria-valuetext", /: Spent \$0\.00$/);
  await page.keyboard.press("Home");
  await expect(slider).toHaveAttribute("aria-valuenow", "1");

  await page.getByRole("combobox", { name: "Period" }).selectOption("custom");
  await expect(page.getByLabel("To", { exact: true })).toHaveValue(today);
  await page.getByLabel("From", { exact: true }).fill("2999-01-01");
  await expect(page.getByText("The first day has to be before the last.")).toBeVisible();
  await page.getByLabel("From", { exact: true }).fill(today);
  await expect(page).toHaveURL(new RegExp(`from=${today}&to=${today}`));
  await page.reload();
  await expect(page.getByLabel("From", { exact: true })).toHaveValue(today);
  const table = page.getByRole("region", { name: "Costs by day" });
  await expect(table.locator("tbody tr")).toHaveCount(1);
});

test("the money in the bar leads to its project's costs, which a Frenchwoman reads in French", async ({
  page,
  board,
  product,
  context,
}) => {
  await createTicket(product, board.slug, {
    title: "Once [scenario: default-success]",
    assignedTo: "programmer",
    status: "Todo",
  });
  await runInState(product, board.slug, 1, "ended");
  await context.addCookies([{ name: "signalbox-locale", value: "fr", url: product.url }]);
  await page.goto(`/p/${board.slug}`);
  await page.getByRole("link", { name: /dépensés aujourd’hui/ }).click();
  await expect(page).toHaveURL(new RegExp(`/costs\\?project=${board.slug}$`));
  await expect(page.getByRole("heading", { name: "Coûts" })).toBeVisible();
  const table = page.getByRole("region", { name: "Coûts par jour" });
  await expect(table.getByRole("columnheader", { name: "Dépensé" })).toBeVisible();
  await expect(table.locator("tbody tr").first()).toContainText(/\$/);
  await expect(page.getByText(/Plafond 10.\$ par jour/)).toBeVisible();
  await expect(page.locator("[data-cap]")).toHaveCount(1);
});

test("a title is bold after an agent's work and not after one's own, until the ticket is opened", async ({
  page,
  board,
  product,
}) => {
  await createTicket(product, board.slug, {
    title: "Work [scenario: comment-and-review]",
    assignedTo: "programmer",
  });
  await createTicket(product, board.slug, { title: "Mine" });
  await page.goto(`/p/${board.slug}`);
  const worked = card(page, 1).getByRole("link", { name: /Work/ });
  await expect(worked).toHaveAccessibleName(/^1 Work/);
  await product.api("PATCH", `/projects/${board.slug}/tickets/2`, { title: "Mine, renamed" });
  await expect(card(page, 2)).toContainText("Mine, renamed");

  await product.api("PATCH", `/projects/${board.slug}/tickets/1/status`, { status: "Todo" });
  await runInState(product, board.slug, 1, "ended");
  await expect(column(page, "Review").locator('[data-ticket="1"]')).toBeVisible();
  const title = card(page, 1).getByText("Work [scenario: comment-and-review]");
  await expect(worked).toHaveAccessibleName(/unread/);
  await expect(title).toHaveCSS("font-weight", "700");
  await expect(card(page, 2).getByText("Mine, renamed")).toHaveCSS("font-weight", "400");

  await page.reload();
  await expect(title).toHaveCSS("font-weight", "700");
  await worked.click();
  await expect(page.locator('[data-ticket-panel="1"]')).toBeVisible();
  await expect(title).toHaveCSS("font-weight", "400");
  await page.keyboard.press("Escape");
  await page.reload();
  await expect(title).toHaveCSS("font-weight", "400");
  await expect(worked).not.toHaveAccessibleName(/unread/);
});
