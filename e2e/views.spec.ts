import type { Page } from "@playwright/test";
import { card, createTicket, expect, test } from "./support/fixtures.ts";

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
