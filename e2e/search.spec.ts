import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import pg from "pg";
import type { Product } from "./support/product.ts";
import { card, column, createTicket, expect, signIn, test } from "./support/fixtures.ts";

test.use({ viewport: { width: 1680, height: 950 } });

const field = (page: Page) => page.getByRole("combobox", { name: "Search this board" });
/** Lets a ticket have come into its column some days ago. */
async function entered(product: Product, slug: string, ticket: number, days: number) {
  const client = new pg.Client({ connectionString: await product.databaseUrl() });
  await client.connect();
  await client.query(
    `UPDATE "Ticket" SET "enteredColumnAt" = now() - $3 * interval '1 day'
     WHERE "number" = $2 AND "projectId" = (SELECT "id" FROM "Project" WHERE "slug" = $1)`,
    [slug, ticket, days],
  );
  await client.end();
}

const query = (page: Page) => new URL(page.url()).searchParams.get("q");

test("a query is written by keyboard with suggestions, found on the server, and Back returns", async ({
  page,
  board,
  product,
}) => {
  await product.api("POST", `/projects/${board.slug}/labels`, { name: "cart" });
  await createTicket(product, board.slug, { title: "Total ignores VAT", labels: ["cart"] });
  await createTicket(product, board.slug, { title: "Import", description: "Reads the VAT column" });
  await createTicket(product, board.slug, { title: "Rename", status: "Review" });
  await page.goto(`/p/${board.slug}`);
  await expect(card(page, 3)).toBeVisible();

  await page.keyboard.press("/");
  await expect(field(page)).toBeFocused();
  await page.keyboard.type("lab");
  await expect(page.getByRole("option", { name: /^label:/ })).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(field(page)).toHaveValue("label:");
  await expect(page.getByRole("option", { name: "label:cart" })).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await expect(field(page)).toHaveAttribute("aria-activedescendant", /-0$/);
  await page.keyboard.press("Tab");
  await expect(field(page)).toHaveValue("label:cart ");
  await expect(card(page, 2)).toHaveCount(0);
  await expect(card(page, 1)).toBeVisible();
  await expect(column(page, "Backlog")).toContainText("1 of 2");

  await page.keyboard.press("Enter");
  await field(page).fill("vat");
  // Only the server reads descriptions.
  await expect(card(page, 2)).toBeVisible();
  await expect(card(page, 3)).toHaveCount(0);
  await expect(column(page, "Review")).toContainText("0 of 1");
  await expect(column(page, "Backlog").getByRole("list")).toHaveAccessibleName(/2 tickets/);
  expect(query(page)).toBe("vat");

  await page.goBack();
  await expect(field(page)).toHaveValue("label:cart ");
  await expect(card(page, 2)).toHaveCount(0);
  await page.goBack();
  await expect(field(page)).toHaveValue("");
  await expect(card(page, 3)).toBeVisible();

  await page.goto(`/p/${board.slug}?q=vat`);
  await expect(card(page, 2)).toBeVisible();
  await expect(card(page, 3)).toHaveCount(0);
});

test("what is not understood is marked where it stands, and the rest is searched", async ({
  page,
  board,
  product,
}) => {
  for (const title of ["Needle", "Hay"]) await createTicket(product, board.slug, { title });
  await page.goto(`/p/${board.slug}`);
  await expect(card(page, 2)).toBeVisible();

  await field(page).fill("needle is:nonsense ");
  await expect(page.locator("[data-problem='is']")).toHaveText("is:nonsense");
  await expect(page.getByRole("alert").filter({ hasText: "is no state" })).toBeVisible();
  await expect(field(page)).toHaveAttribute("aria-invalid", "true");
  await expect(card(page, 2)).toHaveCount(0);
  await expect(card(page, 1)).toBeVisible();

  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(field(page)).toHaveValue("");
  await expect(card(page, 2)).toBeVisible();
});

test("an answered search follows what others change, and its cards move", async ({
  page,
  board,
  product,
}) => {
  for (const title of ["Needle one", "Hay"]) await createTicket(product, board.slug, { title });
  await page.goto(`/p/${board.slug}?q=needle`);
  await expect(card(page, 1)).toBeVisible();

  await createTicket(product, board.slug, { title: "Needle two" });
  await expect(card(page, 3)).toBeVisible();
  await product.api("PATCH", `/projects/${board.slug}/tickets/1`, { title: "Pin" });
  await expect(card(page, 1)).toHaveCount(0);
  await expect(column(page, "Backlog")).toContainText("1 of 3");

  await card(page, 3).locator("[data-card-link]").focus();
  await page.keyboard.press("m");
  await page.getByRole("menuitem", { name: "Review" }).press("Enter");
  await expect(column(page, "Review").locator('[data-ticket="3"]')).toBeVisible();
  await expect(column(page, "Review")).toContainText("1 of 1");
});

test("a done column shows 14 days, and its foot finds what is older", async ({
  page,
  board,
  product,
}) => {
  for (const title of ["Old", "Fresh"])
    await createTicket(product, board.slug, { title, status: "Done" });
  await entered(product, board.slug, 1, 15);
  await page.goto(`/p/${board.slug}`);
  const done = column(page, "Done");
  await expect(card(page, 2)).toBeVisible();
  await expect(card(page, 1)).toHaveCount(0);

  // What happens to an archived ticket does not bring it back.
  await product.api("POST", `/projects/${board.slug}/tickets/1/comments`, { content: "Still old" });
  await product.api("PATCH", `/projects/${board.slug}/tickets/2`, { title: "Fresh and renamed" });
  await expect(card(page, 2)).toContainText("Fresh and renamed");
  await expect(card(page, 1)).toHaveCount(0);

  await done.getByRole("button", { name: "1 older: show" }).click();
  await expect(card(page, 1)).toBeVisible();
  await expect(card(page, 2)).toHaveCount(0);
  expect(query(page)).toBe("is:archived in:Done");

  await product.api("PATCH", `/projects/${board.slug}/tickets/1/status`, { status: "Review" });
  await expect(card(page, 1)).toHaveCount(0);
  await page.goBack();
  await expect(column(page, "Review").locator('[data-ticket="1"]')).toBeVisible();
  await expect(done.getByRole("button", { name: /older/ })).toHaveCount(0);
});

test("a deleted ticket is found by is:deleted", async ({ page, board, product, browser }) => {
  for (const title of ["Kept", "Gone"]) await createTicket(product, board.slug, { title });
  await product.api("DELETE", `/projects/${board.slug}/tickets/2`);
  const french = await browser.newContext({
    locale: "fr-FR",
    viewport: { width: 1680, height: 950 },
  });
  await signIn(french, product);
  const other = await french.newPage();
  await other.goto(`${product.url}/p/${board.slug}?q=is:deleted`);
  await expect(other.getByRole("combobox", { name: "Chercher dans ce tableau" })).toHaveValue(
    "is:deleted",
  );
  await expect(card(other, 2)).toContainText("supprimé");
  await expect(card(other, 1)).toHaveCount(0);
  await french.close();

  await page.goto(`/p/${board.slug}?q=is:deleted`);
  await expect(card(page, 2)).toContainText("deleted");
  await field(page).focus();
  await page.keyboard.press("End");
  await page.keyboard.type(" @");
  await expect(page.getByRole("listbox", { name: "Suggestions" })).toBeVisible();
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.filter(({ impact }) => impact === "critical" || impact === "serious")).toEqual(
    [],
  );
});
