import { execFileSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import {
  card,
  column,
  createTicket,
  dragTo,
  expect,
  readRun,
  runInState,
  test,
} from "./support/fixtures.ts";

test.use({ viewport: { width: 1680, height: 950 } });

const notices = (page: Page) => page.getByRole("region", { name: /^Notifications/ });
const read = (folder: string, name: string) =>
  readFile(join(folder, name), "utf8").catch(() => null);

test("a run is undone after a preview, and the undo is undone", async ({
  page,
  board,
  product,
}) => {
  await createTicket(product, board.slug, {
    title: "Write the notes [scenario: default-success]",
    assignedTo: "programmer",
    status: "Todo",
  });
  const run = await runInState(product, board.slug, 1, "ended");
  const notes = "notes/signalbox-demo.md";
  expect(await read(board.workspace, notes)).toContain("What I changed");

  await page.goto(`/p/${board.slug}/t/1`);
  await page.getByRole("button", { name: "Undo this run" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText(notes)).toBeVisible();
  await expect(dialog.getByText("What cannot be undone")).toBeVisible();
  await dialog.getByRole("button", { name: "Undo", exact: true }).click();

  await expect(page.getByText("Undone", { exact: true })).toBeVisible();
  expect(await read(board.workspace, notes)).toBeNull();
  await expect(page.getByText("Undone by owner.").first()).toBeVisible();

  await page.locator("[data-run-summary]").getByRole("button", { name: "Undo the undo" }).click();
  await expect(dialog.getByText("1 file is put back")).toBeVisible();
  await dialog.getByRole("button", { name: "Undo", exact: true }).click();
  await expect.poll(() => read(board.workspace, notes)).toContain("What I changed");

  await page.goto(`/p/${board.slug}/t/1?tab=changes`);
  const tab = page.getByRole("tab", { name: /Changes/ });
  await tab.click();
  await page.locator(`[data-changed-file="${notes}"] button`).click();
  await expect(page.getByRole("region", { name: `Changes of ${notes}` })).toContainText(
    "# What I changed",
  );
  expect((await readRun(product, board.slug, run.id)).outcome).toBe("completed");
});

test("Stop and undo takes back what was changed, and leaves a person's own edits", async ({
  page,
  board,
  product,
}) => {
  await writeFile(join(board.workspace, "README.md"), "# Mine\n");
  await createTicket(product, board.slug, {
    title: "Rewrite [scenario: edit-and-wait]",
    assignedTo: "programmer",
    status: "Todo",
  });
  await page.goto(`/p/${board.slug}/t/1`);
  await expect.poll(() => read(board.workspace, "README.md")).toContain("by the agent");
  await expect(page.getByText(/sleep 300/).first()).toBeVisible();
  await writeFile(join(board.workspace, "mine.txt"), "while it ran\n");

  await page.getByRole("button", { name: "More ways to stop" }).click();
  await page.getByRole("menuitem", { name: "Stop and undo its changes" }).click();

  const run = await runInState(product, board.slug, 1, "ended");
  expect(run.outcome).toBe("stopped");
  expect(await read(board.workspace, "README.md")).toBe("# Mine\n");
  expect(await read(board.workspace, "notes/half-done.md")).toBeNull();
  expect(await read(board.workspace, "mine.txt")).toBe("while it ran\n");
  await expect(page.getByText("Undone by owner.").first()).toBeVisible();
  const status = execFileSync("git", ["status", "--porcelain"], {
    cwd: board.workspace,
    encoding: "utf8",
  });
  expect(status).not.toContain("notes");
});

test("taking a move back stops the run that it started, puts the files back and says what it cost", async ({
  page,
  board,
  product,
}) => {
  const before = await read(board.workspace, "README.md");
  for (const title of ["First", "Rewrite [scenario: edit-and-wait]", "Last"])
    await createTicket(product, board.slug, { title, assignedTo: "programmer" });
  await page.goto(`/p/${board.slug}`);
  await expect(card(page, 2)).toBeVisible();
  await dragTo(page, card(page, 2), column(page, "Todo"));
  await expect.poll(() => read(board.workspace, "README.md")).toContain("by the agent");

  await page.mouse.move(2, 2);
  await page.keyboard.press("ControlOrMeta+z");

  const run = await runInState(product, board.slug, 2, "ended");
  expect(run.outcome).toBe("stopped");
  expect(await read(board.workspace, "README.md")).toBe(before);
  await expect(notices(page).getByText("#2 is back in Backlog")).toBeVisible();
  await expect(page.getByText(/changes are taken back\. It cost/)).toBeVisible();
  await expect(column(page, "Backlog").locator("[data-ticket]")).toHaveText([
    /First/,
    /Rewrite/,
    /Last/,
  ]);
});

test("an edit and a delete are taken back one after the other, but never what somebody wrote since", async ({
  page,
  board,
  product,
}) => {
  const at = `/projects/${board.slug}/tickets`;
  for (const title of ["One", "Two"]) await createTicket(product, board.slug, { title });
  await page.goto(`/p/${board.slug}/t/1`);
  const rename = async (from: string, to: string) => {
    await page.getByRole("heading", { name: from }).getByRole("button").click();
    await page.getByRole("textbox", { name: "Title" }).fill(to);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: to })).toBeVisible();
  };
  await rename("One", "Renamed");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /^More for #2/ }).click();
  await page.getByRole("menuitem", { name: "Delete…" }).click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(card(page, 2)).toHaveCount(0);

  await page.keyboard.press("ControlOrMeta+z");
  await expect(card(page, 2)).toContainText("Two");
  await page.keyboard.press("ControlOrMeta+z");
  await expect(card(page, 1)).toContainText("One");

  await page.goto(`/p/${board.slug}/t/1`);
  await rename("One", "Mine");
  await page.keyboard.press("Escape");
  await product.api("PATCH", `${at}/1`, { title: "Theirs" });
  await expect(card(page, 1)).toContainText("Theirs");
  await page.keyboard.press("ControlOrMeta+z");
  await expect(page.getByText(/Not undone: .*somebody has changed it since/)).toBeVisible();
  await expect(card(page, 1)).toContainText("Theirs");
});
