import { execFileSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTicket, expect, readRun, runInState, test } from "./support/fixtures.ts";

test.use({ viewport: { width: 1680, height: 950 } });

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
