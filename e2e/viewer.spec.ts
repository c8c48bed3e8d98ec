import AxeBuilder from "@axe-core/playwright";
import type { Locator, Page } from "@playwright/test";
import {
  card,
  column,
  createTicket,
  dragTo,
  expect,
  runInState,
  test,
} from "./support/fixtures.ts";
import { openAs } from "./support/open-as.ts";

const viewport = { width: 1680, height: 950 };
test.use({ viewport });

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });

interface Offer {
  /** Below the project. */
  path: string;
  /** What an owner is offered there and a viewer is not. */
  gone: (page: Page) => Locator[];
  /** What shows that the page is there, for both. */
  seen: (page: Page) => Locator;
  isPlain?: boolean;
}

const offers: readonly Offer[] = [
  {
    path: "",
    seen: (page) => card(page, 2),
    gone: (page) => [
      button(page, "New ticket in Todo"),
      button(page, "Pause"),
      card(page, 2).getByRole("button", { name: "SQLite" }),
    ],
    isPlain: true,
  },
  {
    path: "?view=list",
    seen: (page) => card(page, 2),
    gone: (page) => [page.getByRole("checkbox", { name: "Select all" })],
    isPlain: true,
  },
  {
    path: "/t/2",
    seen: (page) => page.locator("[data-question]"),
    gone: (page) => [
      button(page, "Stop"),
      page.locator("[data-question]").getByRole("button"),
      page.locator("[data-composer]"),
      page.locator("[data-property=column]"),
    ],
  },
  {
    path: "/t/3",
    seen: (page) => page.locator("[data-sub-tickets]"),
    gone: (page) => [
      page.locator("[data-sub-tickets] input"),
      page.locator("[data-blockers] button"),
      button(page, "Edit"),
      page.locator("[data-composer]"),
    ],
  },
  {
    path: "/t/1",
    seen: (page) => page.locator("[data-run-summary]"),
    gone: (page) => [
      button(page, "Approve"),
      button(page, "Send back"),
      button(page, "Try again"),
      button(page, "Undo this run"),
    ],
  },
  {
    path: "/review",
    seen: (page) => page.locator("[data-run-summary]"),
    gone: (page) => [button(page, "Approve"), button(page, "Send back")],
  },
  {
    path: "/agents",
    seen: (page) => page.getByRole("heading", { name: "programmer" }),
    gone: (page) => [
      button(page, "Save"),
      button(page, "New agent"),
      page.getByRole("complementary").getByRole("button", { name: "Hold" }),
    ],
  },
  {
    path: "/automations",
    seen: (page) => page.locator("[data-automation=dispatch]"),
    gone: (page) => [
      button(page, "Save"),
      button(page, "Read the file anew"),
      page.locator("[role=switch]:enabled"),
    ],
  },
  {
    path: "/settings",
    seen: (page) => page.getByRole("heading", { name: "Columns" }),
    gone: (page) => [page.locator("main input:enabled")],
  },
];

test("a viewer is offered nothing that would be refused, on no page and by no key", async ({
  page,
  board,
  product,
  browser,
}) => {
  test.setTimeout(180_000);
  const { slug } = board;
  await createTicket(product, slug, {
    title: "Done by an agent [scenario: comment-and-review]",
    assignedTo: "programmer",
    status: "Todo",
  });
  await runInState(product, slug, 1, "ended");
  await createTicket(product, slug, {
    title: "Store the cart [scenario: ask-question]",
    description: "Where to?",
    assignedTo: "programmer",
    status: "Todo",
  });
  await runInState(product, slug, 2, "awaiting_input");
  await createTicket(product, slug, { title: "Left alone", description: "As it is." });
  const context = await openAs(browser, product, {
    handle: "vera",
    name: "Vera",
    role: "viewer",
    project: slug,
  });
  const hers = await context.newPage();
  await hers.setViewportSize(viewport);
  /** But what it may: what it has read, and what an unchanged file would do. */
  const writes: string[] = [];
  hers.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() !== "GET" && /^\/api\/(?!.*\/(?:read|validate)$)/.test(pathname))
      writes.push(`${request.method()} ${pathname}`);
  });

  for (const { path, seen, gone, isPlain = false } of offers) {
    await Promise.all([page.goto(`/p/${slug}${path}`), hers.goto(`/p/${slug}${path}`)]);
    await expect(seen(page).first()).toBeVisible();
    await expect(seen(hers).first()).toBeVisible();
    for (const there of gone(page)) await expect(there.first(), path).toBeAttached();
    for (const there of gone(hers)) await expect(there, path).toHaveCount(0);
    if (!isPlain) await expect(hers.locator("[data-read-only]").first()).toBeVisible();
  }

  await hers.goto(`/p/${slug}/t/2`);
  await expect(hers.locator("[data-read-only]")).toBeVisible();
  const { violations } = await new AxeBuilder({ page: hers }).analyze();
  const faults = violations.filter(({ impact }) => /serious|critical/.test(impact ?? ""));
  expect(faults.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);

  await hers.goto(`/p/${slug}/review`);
  await expect(hers.locator("[data-run-summary]")).toBeVisible();
  for (const key of ["a", "b", "u"]) await hers.keyboard.press(key);
  await expect(hers.getByRole("dialog")).toHaveCount(0);
  await hers.goto(`/p/${slug}`);
  await expect(card(hers, 3)).toBeVisible();
  await hers.keyboard.press("ArrowDown");
  await expect(card(hers, 3).locator(":focus")).toHaveCount(1);
  for (const key of ["c", "m", "x", "]", "[", "Shift+ArrowDown", "ControlOrMeta+z"])
    await hers.keyboard.press(key);
  await expect(hers.getByRole("menu")).toHaveCount(0);
  await expect(hers.getByRole("toolbar", { name: "Selected tickets" })).toHaveCount(0);
  await dragTo(hers, card(hers, 3), column(hers, "Review"));
  await expect(column(hers, "Backlog").locator('[data-ticket="3"]')).toBeVisible();
  await card(hers, 3).locator("[data-card-link]").focus();
  await hers.keyboard.press(".");
  await expect(hers.getByRole("menuitem")).toHaveText([/^Open/, /^Copy/]);
  expect(writes).toEqual([]);
  await context.close();
});
