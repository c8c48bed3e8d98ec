import { mkdir, readFile, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { startKittyClaw } from "#server/testing/kittyclaw-server.ts";
import type { OldTicket } from "#server/testing/kittyclaw-server.ts";
import { card, column, expect, runInState, test } from "./support/fixtures.ts";
import { createRepository } from "./support/workspace.ts";

const at = "2026-02-01T10:00:00";
const ticket = (id: number, more: Partial<OldTicket> = {}): OldTicket => ({
  ...{ id, title: `Old ticket ${id}`, description: "as it was", status: "Ideas" },
  ...{ priority: "NiceToHave", assignedTo: null, createdBy: "owner" },
  ...{ createdAt: at, updatedAt: at, parentId: null, labelIds: [], comments: [], activities: [] },
  ...more,
});

test("a folder of another board opens paused, brings its tickets and goes live, with the keyboard alone", async ({
  page,
  product,
}) => {
  const workspace = join(dirname(product.dataDir), "work", `old-${Date.now()}`);
  await mkdir(workspace, { recursive: true });
  const automations = [
    {
      id: "work",
      name: "Work on what is planned",
      trigger: { type: "ticketInColumn", column: "Todo", uiTypeKey: "ticketInColumn" },
      actions: [{ type: "runClaudeSkill", skillFile: ".agents/programmer/SKILL.md" }],
    },
    {
      id: "moon",
      name: "At full moon",
      trigger: { type: "moonPhase" },
      actions: [{ type: "runAgent", agent: "programmer" }],
    },
    {
      id: "check",
      name: "Check",
      trigger: { type: "ticketInColumn", columns: ["Testing"] },
      actions: [{ type: "runAgent", agent: "programmer" }],
    },
  ];
  await createRepository(workspace, {
    ".agents/automations.json": JSON.stringify({ automations }),
    ".agents/programmer/SKILL.md": "# Programmer\n",
    ".agents/channel/dispatch-state.json": "{}",
  });
  const state = join(workspace, ".agents/channel/dispatch-state.json");
  await writeFile(state, "{}");
  await utimes(state, new Date(0), new Date(0));
  const old = await startKittyClaw([
    {
      ...{ slug: "old", name: "Old", workspacePath: workspace, labels: [], members: [] },
      columns: ["Ideas", "Todo", "Done"].map((name) => ({ name, color: "#112233" })),
      tickets: [
        ticket(7),
        ticket(12, { status: "Todo", assignedTo: "programmer", title: "Old ticket 12" }),
      ],
    },
  ]);
  const { slug } = await product.api<{ slug: string }>("POST", "/projects", {
    name: "Old shop",
    workspacePath: workspace,
  });

  await page.goto(`/p/${slug}`);
  const banner = page.getByRole("region", { name: "Imported, paused" });
  await banner.getByRole("link", { name: "Import report" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Import report" })).toBeVisible();
  await expect(page.getByText("Works: 1")).toBeVisible();
  await expect(page.getByText("Not supported: 1")).toBeVisible();
  await expect(page.getByText("the board has no column Testing")).toBeVisible();

  await page.getByRole("button", { name: "Create Testing" }).press("Enter");
  await expect(page.getByText("the board has no column Testing")).toBeHidden();

  await page.getByLabel("Address of KittyClaw").fill(old.url);
  await page.getByLabel("Address of KittyClaw").press("Enter");
  await expect(page.getByText("2 tickets in the project old; 2 not here yet")).toBeVisible();
  await page.getByRole("button", { name: "Bring tickets and conversations" }).press("Enter");
  await expect(page.getByText("2 tickets and 0 conversations brought")).toBeVisible();
  await expect(page.getByText("programmer on #12 Old ticket 12")).toBeVisible();

  await page.getByRole("button", { name: "Go live" }).press("Enter");
  await expect(page.getByText("KittyClaw still answers at")).toBeVisible();
  await expect(page.getByRole("button", { name: "Go live" })).toBeDisabled();
  await page.getByLabel("The other engine is stopped").press("Space");
  await old.close();
  await page.getByRole("button", { name: "Go live" }).press("Enter");
  await expect(page).toHaveURL(new RegExp(`/p/${slug}$`));
  await expect(column(page, "Ideas")).toContainText("1");
  await expect(card(page, 12)).toBeVisible();
  await expect(banner).toBeHidden();
  // Once live, tools that read the other engine's files find the new conversation and its cost.
  await runInState(product, slug, 12, "ended");
  await expect.poll(() => readFile(state, "utf8")).toContain('"programmer:12"');
  const costs = join(workspace, ".agents/channel/cost-log.jsonl");
  await expect.poll(() => readFile(costs, "utf8").catch(() => "")).toContain('"TicketId":12');
});
