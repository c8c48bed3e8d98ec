import {
  card,
  column,
  createTicket,
  dragTo,
  expect,
  readEvents,
  readRun,
  runInState,
  test,
} from "./support/fixtures.ts";

test.use({ viewport: { width: 1680, height: 950 } });

test("dragging a ticket to Todo starts the programmer, and its panel streams to the end", async ({
  page,
  board,
  product,
}) => {
  await createTicket(product, board.slug, {
    title: "Fix the total [scenario: comment-and-review]",
    assignedTo: "programmer",
  });
  await page.goto(`/p/${board.slug}`);
  await expect(card(page, 1)).toBeVisible();

  await dragTo(page, card(page, 1), column(page, "Todo"));

  await expect(column(page, "InProgress").locator('[data-ticket="1"]')).toBeVisible();
  await page.goto(`/p/${board.slug}/t/1`);
  await expect(page.locator("[data-event-seq]").first()).toBeVisible();
  const run = await runInState(product, board.slug, 1, "ended");
  expect(run).toMatchObject({ agent: "programmer", outcome: "completed", automation: "dispatch" });
  expect(run.costUsd).toBeGreaterThan(0);
  expect(run.turns).toBeGreaterThan(0);
  await expect(column(page, "Review").locator('[data-ticket="1"]')).toBeVisible();

  const events = await readEvents(product, board.slug, run.id);
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
  expect(events.at(-1)?.kind).toBe("ended");
  for (const kind of ["init", "assistant_text", "tool_call", "tool_result", "result"]) {
    expect(events.map((event) => event.kind)).toContain(kind);
  }
});

test("a run shows its text and tools while it is at work", async ({ page, board, product }) => {
  await createTicket(product, board.slug, {
    title: "Stream [scenario: slow-stream]",
    assignedTo: "programmer",
    status: "Todo",
  });
  await page.goto(`/p/${board.slug}/t/1`);

  await expect(page.getByRole("button", { name: "Stop", exact: true })).toBeVisible();
  await expect(page.getByRole("article").first()).toBeVisible();
  const before = await page.locator("[data-event-seq]").count();
  await expect.poll(() => page.locator("[data-event-seq]").count()).toBeGreaterThan(before);
  await runInState(product, board.slug, 1, "ended");
});

test("a stopped run stays stopped, and its transcript outlives reload and restart", async ({
  page,
  board,
  product,
}) => {
  test.setTimeout(150_000);
  await createTicket(product, board.slug, {
    title: "Sleep [scenario: long-sleep]",
    assignedTo: "programmer",
    status: "Todo",
  });
  await page.goto(`/p/${board.slug}/t/1`);
  await expect(page.getByText(/sleep 300/).first()).toBeVisible();

  await page.getByRole("button", { name: "Stop", exact: true }).click();

  const run = await runInState(product, board.slug, 1, "ended");
  expect(run.outcome).toBe("stopped");
  await expect(page.getByText(/Stopped/).first()).toBeVisible();
  const ticket = await product.api<{ status: string }>("GET", `/projects/${board.slug}/tickets/1`);
  expect(ticket.status).toBe("InProgress");

  const sequence = async () =>
    (await readEvents(product, board.slug, run.id)).map(({ seq, kind }) => `${seq} ${kind}`);
  const stored = await sequence();
  await page.reload();
  await expect(page.getByText(/sleep 300/).first()).toBeVisible();
  await product.restart();
  expect(await sequence()).toEqual(stored);
  await page.reload();
  await expect(page.getByText(/sleep 300/).first()).toBeVisible();
  await expect(page.getByText(/Stopped/).first()).toBeVisible();

  // An edit does not lift the stop; a drag into the starting column does.
  await product.api("PATCH", `/projects/${board.slug}/tickets/1`, { description: "Another text" });
  await product.api("PATCH", `/projects/${board.slug}/tickets/1/status`, { status: "Backlog" });
  expect((await product.api<unknown[]>("GET", `/projects/${board.slug}/runs`)).length).toBe(1);
  await product.api("PATCH", `/projects/${board.slug}/tickets/1/status`, { status: "Todo" });
  await runInState(product, board.slug, 1, "running");
});

test("a comment resumes the same session with the feedback", async ({ page, board, product }) => {
  await createTicket(product, board.slug, {
    title: "Once more [scenario: comment-and-review]",
    assignedTo: "programmer",
    status: "Todo",
  });
  const first = await runInState(product, board.slug, 1, "ended");
  await page.goto(`/p/${board.slug}/t/1`);

  await page.getByText("Comment only", { exact: true }).click();
  await page.getByRole("textbox", { name: "Message" }).fill("Use the new tax table");
  await page.keyboard.press("Control+Enter");

  await expect
    .poll(async () => (await product.api<unknown[]>("GET", `/projects/${board.slug}/runs`)).length)
    .toBe(2);
  const second = await readRun(
    product,
    board.slug,
    (await runInState(product, board.slug, 1, "ended")).id,
  );
  expect(second.isResume).toBe(true);
  expect(second.sessionId).toBe(first.sessionId);
  expect(second.prompt).toBe(
    "The owner has posted feedback on ticket #1: Once more [scenario: comment-and-review]\nRead ALL owner comments on this ticket and address them.",
  );
});

test("a waiting card says in one sentence what holds it", async ({ page, board, product }) => {
  await createTicket(product, board.slug, {
    title: "Holder [scenario: long-sleep]",
    assignedTo: "programmer",
    status: "Todo",
  });
  await runInState(product, board.slug, 1, "running");
  await createTicket(product, board.slug, {
    title: "Waiter",
    assignedTo: "programmer",
    status: "Todo",
  });
  await page.goto(`/p/${board.slug}`);

  await expect(card(page, 2)).toContainText(/workspace/);
  await expect(card(page, 2)).toContainText(/#1/);

  await page.goto(`/p/${board.slug}/t/2`);
  await page.getByRole("tab", { name: "Why" }).click();
  const why = page.getByRole("tabpanel", { name: "Why" });
  await expect(why).toContainText("Group workspace is busy: programmer works on #1");
  await why
    .getByText(/^All checks/)
    .first()
    .click();
  await expect(why.getByRole("table").first().getByRole("row")).toHaveCount(34);
});

test("a question is answered on the ticket and the run goes on", async ({
  page,
  board,
  product,
}) => {
  await createTicket(product, board.slug, {
    title: "Ask [scenario: ask-question]",
    assignedTo: "programmer",
    status: "Todo",
  });
  await runInState(product, board.slug, 1, "awaiting_input");
  await page.goto(`/p/${board.slug}/t/1`);
  await page
    .getByRole("region", { name: "Ticket #1" })
    .getByRole("button", { name: /^Postgres/ })
    .click();

  expect((await runInState(product, board.slug, 1, "ended")).outcome).toBe("completed");
});

test("a permission card is answered once, and the agent's own call to the board needs none", async ({
  page,
  board,
  product,
}) => {
  await createTicket(product, board.slug, {
    title: "May I [scenario: permission-bash]",
    assignedTo: "programmer",
    status: "Todo",
  });
  await runInState(product, board.slug, 1, "awaiting_input");
  await page.goto(`/p/${board.slug}/t/1`);
  await page.getByRole("button", { name: /once/i }).first().click();

  const run = await runInState(product, board.slug, 1, "ended");
  expect(run.outcome).toBe("completed");
});

test("killing worker and web with -9 in mid-run loses and doubles no line", async ({
  page,
  board,
  product,
}) => {
  test.setTimeout(150_000);
  await createTicket(product, board.slug, {
    title: "Survive [scenario: slow-stream]",
    assignedTo: "programmer",
    status: "Todo",
  });
  await page.goto(`/p/${board.slug}/t/1`);
  await expect(page.locator("[data-event-seq]").nth(3)).toBeVisible();

  process.kill(await product.childPid("worker"), "SIGKILL");
  await expect(page.locator("[data-event-seq]").first()).toBeVisible();
  process.kill(await product.childPid("web"), "SIGKILL");

  await expect
    .poll(
      async () => {
        try {
          return (await fetch(`${product.url}/api/health`)).status;
        } catch {
          return 0;
        }
      },
      { timeout: 30_000 },
    )
    .toBe(200);
  const run = await runInState(product, board.slug, 1, "ended");
  expect(run.outcome).toBe("completed");
  const events = await readEvents(product, board.slug, run.id);
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
  expect(events.map(({ kind }) => kind)).toContain("readopted");
  const texts = events
    .filter(({ kind }) => kind === "assistant_text")
    .map(({ payload }) => payload["text"]);
  expect(new Set(texts).size).toBe(texts.length);
});
