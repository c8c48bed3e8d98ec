import AxeBuilder from "@axe-core/playwright";
import type { Browser, BrowserContext, Page } from "@playwright/test";
import { card, createTicket, expect, runInState, test } from "./support/fixtures.ts";
import type { Product } from "./support/product.ts";

const password = "a long enough password";

/** Makes an invitation on the page and returns its link. */
async function inviteViewer(page: Page, project: string): Promise<string> {
  await page.goto("/settings?tab=people");
  await page.getByLabel("Role of the new person").selectOption("Viewer");
  const projects = page.getByRole("group", { name: "Projects" });
  await projects.getByRole("checkbox", { name: project, exact: true }).check();
  await page.getByRole("button", { name: "Make an invitation" }).click();
  const link = page.getByLabel("Invitation link");
  await expect(link).toBeFocused();
  return link.inputValue();
}

/** Opens an invitation in a browser of its own and joins. */
async function joinAs(
  browser: Browser,
  product: Product,
  link: string,
  name: string,
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ baseURL: product.url });
  const page = await context.newPage();
  await page.addInitScript(watchSignInForm);
  await page.goto(link);
  await expect(page).toHaveURL(`${product.url}/login`);
  await page.getByLabel("Your name").fill(name);
  await expect(page.getByLabel("Name to sign in with")).toHaveValue(name.toLowerCase());
  expect(await page.evaluate(() => document.documentElement.dataset["sawSignIn"])).toBeUndefined();
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Join" }).click();
  await page.waitForURL((url) => !url.pathname.startsWith("/login"));
  return { context, page };
}

/** Marks the page when the form for people who have an account is seen, be it for one frame; runs in the page. */
function watchSignInForm(): void {
  const look = () => {
    const heading = document.querySelector("#how");
    if (heading?.checkVisibility({ visibilityProperty: true }))
      document.documentElement.dataset["sawSignIn"] = "yes";
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** A write as the page itself makes it. */
function write(page: Page, method: string, path: string, body: unknown = {}): Promise<number> {
  return page.evaluate(
    async (call) => {
      const answer = await fetch(call.path, {
        method: call.method,
        headers: { "content-type": "application/json", "x-signalbox": "1" },
        body: JSON.stringify(call.body),
      });
      return answer.status;
    },
    { method, path, body },
  );
}

async function projectName(product: Product, slug: string): Promise<string> {
  return (await product.api<{ name: string }>("GET", `/projects/${slug}`)).name;
}

test("an invited viewer reads its project, starts nothing, and is let go when its session ends", async ({
  page,
  board,
  product,
  browser,
}) => {
  const name = await projectName(product, board.slug);
  await product.api("POST", "/projects", { name: "Secret plans" });
  await createTicket(product, board.slug, { title: "Read me", assignedTo: "programmer" });
  const link = await inviteViewer(page, name);

  const viewer = await joinAs(browser, product, link, "Vera");
  await expect(viewer.page.getByText(name).first()).toBeVisible();
  await expect(viewer.page.getByText("Secret plans")).toHaveCount(0);
  await viewer.page.goto(`/p/${board.slug}`);
  await expect(card(viewer.page, 1)).toBeVisible();
  const tickets = `/api/projects/${board.slug}/tickets`;
  expect(await write(viewer.page, "POST", `${tickets}/1/run`)).toBe(403);
  expect(await write(viewer.page, "PATCH", `${tickets}/1/status`, { status: "Todo" })).toBe(403);
  expect(await write(viewer.page, "PUT", `/api/projects/${board.slug}/skills/programmer`)).toBe(
    403,
  );
  const other = await viewer.page.request.get("/api/projects/secret-plans/board");
  expect(other.status()).toBe(404);
  expect(await product.api<unknown[]>("GET", `/projects/${board.slug}/runs`)).toEqual([]);

  // The owner sees the browser and signs it out.
  await page.goto("/settings?tab=sessions");
  await page.getByRole("checkbox", { name: "Everybody's" }).check();
  const row = page.locator('[data-session="vera"]');
  await expect(row).toContainText("Chrome");
  await row.getByRole("button", { name: /^Sign out/ }).click();
  const endedAt = Date.now();
  const over = viewer.page.getByRole("dialog", { name: "Your sign-in has run out" });
  await expect(over).toBeVisible();
  expect(Date.now() - endedAt).toBeLessThan(5_000);
  await expect(row).toHaveCount(0);

  // The link is used up; the name and password are not.
  const late = await viewer.context.newPage();
  await late.goto(link);
  await late.getByLabel("Your name").fill("Somebody else");
  await late.getByLabel("Password").fill(password);
  await late.getByRole("button", { name: "Join" }).click();
  await expect(late.getByRole("alert").first()).toContainText("has been used");
  await late.goto("/login");
  await late.getByLabel("Name", { exact: true }).fill("vera");
  await late.getByLabel("Password").fill(password);
  await late.getByRole("button", { name: "Sign in", exact: true }).click();
  await late.waitForURL((url) => !url.pathname.startsWith("/login"));
  await viewer.context.close();
});

test("a person given other rights works with them at once, and the audit says who gave them", async ({
  page,
  board,
  product,
  browser,
}) => {
  const name = await projectName(product, board.slug);
  const link = await inviteViewer(page, name);
  const { context, page: hers } = await joinAs(browser, product, link, "Mina");
  await hers.goto(`/p/${board.slug}`);
  await expect(hers.locator('[data-column="Todo"]')).toBeVisible();
  const tickets = `/api/projects/${board.slug}/tickets`;
  expect(await write(hers, "POST", tickets, { title: "Mine", status: "Backlog" })).toBe(403);

  await page.goto("/settings?tab=people");
  const row = page.locator('[data-person="mina"]');
  await row.getByRole("combobox", { name: "Role of Mina" }).selectOption("Member");
  await expect(row).toContainText("all");
  expect(await write(hers, "POST", tickets, { title: "Mine", status: "Backlog" })).toBe(201);
  // Her sockets were let go, and came back: what others do still reaches her.
  await createTicket(product, board.slug, { title: "After the change", status: "Review" });
  await expect(hers.getByText("After the change")).toBeVisible();
  const skill = `/api/projects/${board.slug}/skills/tester`;
  const content = { content: "You test.\n", stamp: null };
  expect(await write(hers, "PUT", skill, content)).toBe(403);
  await row.getByRole("switch", { name: "Mina is a maintainer" }).click();
  await expect(row.getByRole("switch", { name: "Mina is a maintainer" })).toBeChecked();
  expect(await write(hers, "PUT", skill, content)).toBe(200);

  // What she started asks her; the owner finds it among everybody's rows.
  const title = "Ask her [scenario: permission-bash]";
  const asking = { title, status: "Todo", assignedTo: "programmer" };
  expect(await write(hers, "POST", tickets, asking)).toBe(201);
  await runInState(product, board.slug, 3, "awaiting_input");
  await page.goto("/");
  const asked = page.locator("[data-inbox]").filter({ hasText: "Ask her" });
  const whose = page.getByRole("radiogroup", { name: "Whose rows" });
  await whose.getByRole("radio", { name: "Mine" }).focus();
  await expect(asked).toHaveCount(0);
  await page.keyboard.press("ArrowRight");
  await expect(asked).toContainText("for Mina");
  await page.reload();
  await expect(whose.getByRole("radio", { name: "All" })).toBeChecked();
  await expect(asked).toBeVisible();
  await hers.goto("/");
  await expect(hers).toHaveTitle(/^\(1\) /);
  await expect(hers.getByTestId("needs-you")).toHaveText("1");
  await hers.locator("[data-inbox]").getByRole("button", { name: "Allow once" }).click();
  await runInState(product, board.slug, 3, "ended");

  await page.goto("/settings?tab=people");
  await page.getByRole("tab", { name: "Audit" }).click();
  const filters = page.getByRole("group", { name: "Filters" });
  await filters.getByLabel("Who").fill("mina");
  await expect(page.locator('[data-audit="skill_saved"]')).toContainText("mina");
  await expect(page.locator('[data-audit="invitation_accepted"]')).toHaveCount(1);
  await filters.getByLabel("Who").fill("owner");
  await filters.getByLabel("What").selectOption("changed a person's rights");
  await expect(page.locator("[data-audit]").first()).toContainText("person: mina");
  await expect(page.locator('[data-audit="skill_saved"]')).toHaveCount(0);

  // Once she may no longer sign in, she is out.
  await page.getByRole("tab", { name: "People" }).click();
  await row.getByRole("switch", { name: "Mina may sign in" }).click();
  await expect(hers.getByRole("dialog")).toBeVisible();
  await context.close();
});

test("a person sets a password, makes a token a script uses, and a link for a second device", async ({
  page,
  product,
  browser,
}) => {
  await page.goto("/");
  await page.getByRole("button", { name: /^You: / }).click();
  await page.getByRole("menuitem", { name: "Settings of Signalbox" }).click();
  await page.getByLabel("New password").fill(password);
  await page.keyboard.press("Enter");
  await expect(page.getByText("The password is set.", { exact: false })).toBeVisible();
  await expect(page.getByLabel("Password now")).toBeVisible();

  await page.getByRole("tab", { name: "Tokens" }).click();
  await expect(page.getByText("You have no tokens.")).toBeVisible();
  await page.getByLabel("Name of the new token").fill("Nightly");
  await page.keyboard.press("Enter");
  const token = await page.getByLabel("New token", { exact: true }).inputValue();
  const asScript = () =>
    fetch(`${product.url}/api/me`, { headers: { authorization: `Bearer ${token}` } });
  expect((await asScript()).status).toBe(200);
  await page.getByRole("button", { name: "Revoke Nightly" }).click();
  await expect(page.getByText("You have no tokens.")).toBeVisible();
  expect((await asScript()).status).toBe(401);

  await page.getByRole("tab", { name: "Access" }).click();
  await expect(page.getByText("Who pays")).toBeVisible();
  await page.getByRole("button", { name: "Make a sign-in link" }).click();
  const link = await page.getByLabel("Sign-in link", { exact: true }).inputValue();
  const device = await browser.newContext();
  const phone = await device.newPage();
  await phone.goto(link);
  await phone.waitForURL((url) => !url.pathname.startsWith("/login"));
  await page.getByRole("tab", { name: "Sessions" }).click();
  await page.getByRole("button", { name: "Sign out everywhere else" }).click();
  await expect(page.getByText("No other browser is signed in.")).toBeVisible();
  await expect(phone.getByRole("dialog", { name: "Your sign-in has run out" })).toBeVisible();
  await device.close();
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`no tab of the settings has a serious accessibility fault in the ${colorScheme} theme`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme });
    for (const tab of ["own", "access", "people", "sessions", "tokens", "audit"]) {
      await page.goto(`/settings?tab=${tab}`);
      await page.waitForLoadState("networkidle");
      const { violations } = await new AxeBuilder({ page }).analyze();
      const found = violations
        .filter(({ impact }) => ["serious", "critical"].includes(impact ?? ""))
        .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${tab} ${id}: ${html.slice(0, 160)}`));
      expect(found).toEqual([]);
    }
  });
}
