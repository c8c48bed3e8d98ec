import { chmod, mkdir, readFile, readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { RunLiveState } from "../contracts/run.ts";
import { stopRun } from "../commands/stop-run.ts";
import { compareTrees } from "../lib/checkpoints/compare.ts";
import { openCheckpoints } from "../lib/checkpoints/own-git.ts";
import { createLogger } from "../lib/logger.ts";
import { readWatchedRuns } from "../queries/live.ts";
import { waitFor } from "../testing/wait-for.ts";
import { createHarness } from "./fixtures/harness.ts";
import type { Harness } from "./fixtures/harness.ts";
import { pruneCheckpoints } from "./prune-checkpoints.ts";

let harness: Harness;

beforeEach(async () => {
  harness = await createHarness();
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await harness.clean();
});

const points = (runId: string) =>
  harness.prisma.checkpoint.findMany({ where: { runId }, orderBy: { n: "asc" } });
const read = (folder: string, name: string) =>
  readFile(path.join(folder, name), "utf8").catch(() => null);

it("records the folder before a run, after each of its turns and at its end", async () => {
  const project = await harness.project({ tickets: [{ title: "Work" }] });
  await writeFile(path.join(project.workspace.path, "mine.txt"), "mine\n");
  await harness.engine();
  await harness.drag(project, "Todo");
  const run = await harness.findRun({ state: "ended" }, "the end");

  const rows = await points(run.id);
  expect(rows.map(({ n, kind, turn, error }) => [n, kind, turn, error])).toEqual([
    [0, "start", 0, null],
    [1, "turn", 1, null],
    [2, "end", 1, null],
  ]);
  const store = await openCheckpoints(harness.dataDir, project.project.id);
  const changed = await compareTrees(store, rows[0]?.commit ?? "", rows[2]?.commit ?? "");
  expect(changed.map(({ path: file, before }) => [file, before])).toEqual([
    ["notes/signalbox-demo.md", null],
  ]);
});

it("says that it records a large folder, and starts nobody there before it has", async () => {
  // A git that takes its time: it waits for a file.
  const slow = path.join(harness.dataDir, "slow");
  const go = path.join(slow, "go");
  await mkdir(slow);
  const git = `#!/bin/sh\nPATH="\${PATH#*:}"\nuntil [ -e '${go}' ]; do sleep 0.05; done\nexec git "$@"\n`;
  await writeFile(path.join(slow, "git"), git, { mode: 0o755 });
  const project = await harness.project({ tickets: [{ title: "Work" }] });
  const { sent } = await harness.engine();
  vi.stubEnv("PATH", `${slow}:${process.env["PATH"]}`);
  await harness.drag(project, "Todo");
  const said = () =>
    sent
      .filter(({ event }) => event === "state")
      .map(({ message }) => message as RunLiveState)
      .filter((state, index, all) => state.isRecording !== all[index - 1]?.isRecording)
      .map((state) => [state.state, state.isRecording]);
  await waitFor(() => said().some(([, isRecording]) => isRecording), {
    timeoutMs: 30_000,
    what: "the word that it records",
  });
  const run = await harness.findRun({}, "the run");
  expect(run.state).toBe("starting");
  // A panel that is opened now learns it from the database.
  const [watched] = await readWatchedRuns(harness.test.database, [run.id]);
  expect(watched?.state.isRecording).toBe(true);
  expect(await readdir(path.join(harness.processDir(run.id))).catch(() => [])).not.toContain(
    "started",
  );

  await writeFile(go, "");
  await harness.ended(run.id);
  // What it says next is told together with the state that came of it, if that is quick.
  expect(said()).toEqual([
    ["starting", true],
    [expect.stringMatching(/^(starting|verifying)$/), false],
  ]);
  const [after] = await readWatchedRuns(harness.test.database, [run.id]);
  expect(after?.state.isRecording).toBe(false);
});

it("takes the changes back after a stop, although nobody waits for it", async () => {
  const project = await harness.project({ tickets: [{ title: "[scenario: edit-and-wait]" }] });
  const folder = project.workspace.path;
  await writeFile(path.join(folder, "README.md"), "# Mine\n");
  await harness.engine();
  await harness.drag(project, "Todo");
  await waitFor(async () => (await read(folder, "README.md"))?.includes("agent"), {
    timeoutMs: 30_000,
    what: "the agent's edit",
  });
  const run = await harness.findRun({}, "the run");
  await writeFile(path.join(folder, "while.txt"), "a person's\n");
  await stopRun(
    harness.test.database,
    project.owner,
    { projectId: project.project.id, runId: run.id, undo: true },
    new Date(),
  );
  const ended = await harness.ended(run.id);

  expect(ended.outcome).toBe("stopped");
  const undo = await harness.prisma.runUndo.findFirstOrThrow();
  expect(undo).toMatchObject({ state: "done", runId: run.id, requestedBy: "owner", error: null });
  expect(await read(folder, "README.md")).toBe("# Mine\n");
  expect(await readdir(folder)).not.toContain("notes");
  // Nobody has seen a preview, and nothing of the run names it.
  expect(await read(folder, "while.txt")).toBe("a person's\n");
  expect(undo.done).toMatchObject({ column: { from: "InProgress", to: "Todo" } });
  const told = await harness.prisma.activity.findFirstOrThrow({ where: { kind: "run_undone" } });
  expect(told).toMatchObject({ actor: "owner", ticketNumber: 1 });
  await expect(
    stopRun(
      harness.test.database,
      project.owner,
      { projectId: project.project.id, runId: run.id, undo: true },
      new Date(),
    ),
  ).rejects.toMatchObject({ status: 409, code: "RUN_ENDED" });
});

it("runs on where a checkpoint cannot be taken, and says so", async () => {
  const project = await harness.project({ tickets: [{ title: "Work" }] });
  // No directory can be made below a file.
  await writeFile(path.join(harness.dataDir, "checkpoints"), "");
  await harness.engine();
  await harness.drag(project, "Todo");
  const run = await harness.findRun({ state: "ended" }, "the end");
  expect(run.outcome).toBe("completed");
  const rows = await points(run.id);
  expect(rows.length).toBeGreaterThan(1);
  for (const row of rows) expect(row).toMatchObject({ commit: null, error: expect.any(String) });
});

it("does not run what the workspace plants while a run is recorded (S-14)", async () => {
  const project = await harness.project({ tickets: [{ title: "Work" }] });
  const folder = project.workspace.path;
  const script = path.join(folder, "evil.sh");
  const canary = path.join(harness.dataDir, "canary");
  await writeFile(script, `#!/bin/sh\ntouch '${canary}'\ncat\n`);
  await chmod(script, 0o755);
  await mkdir(path.join(folder, ".git/objects"), { recursive: true });
  await mkdir(path.join(folder, ".git/refs"));
  await writeFile(path.join(folder, ".git/HEAD"), "ref: refs/heads/main\n");
  await writeFile(
    path.join(folder, ".git/config"),
    `[core]\n\tfsmonitor = ${script}\n\thooksPath = ${folder}\n[filter "f"]\n\tclean = ${script}\n`,
  );
  await writeFile(path.join(folder, ".gitattributes"), "* filter=f\n");
  await harness.engine();
  await harness.drag(project, "Todo");
  const run = await harness.findRun({ state: "ended" }, "the end");
  expect((await points(run.id)).every((point) => point.commit !== null)).toBe(true);
  expect(await readdir(harness.dataDir)).not.toContain("canary");
});

it("forgets checkpoints with their runs, and what deleted projects left", async () => {
  const project = await harness.project({ tickets: [{ title: "Work" }] });
  await harness.engine();
  await harness.drag(project, "Todo");
  const run = await harness.findRun({ state: "ended" }, "the end");
  const [first] = await points(run.id);
  const context = {
    database: harness.test.database,
    dataDir: harness.dataDir,
    log: createLogger("worker", "silent"),
  };
  const stray = path.join(harness.dataDir, "checkpoints/999999.git");
  await openCheckpoints(harness.dataDir, 999_999);
  const day = 24 * 3_600_000;

  await pruneCheckpoints(context, new Date(Date.now() + 89 * day));
  expect(await points(run.id)).not.toEqual([]);
  expect(await readdir(path.dirname(stray))).not.toContain("999999.git");
  await pruneCheckpoints(context, new Date(Date.now() + 91 * day));
  expect(await points(run.id)).toEqual([]);
  const store = await openCheckpoints(harness.dataDir, project.project.id);
  await store.git(["gc", "--quiet", "--prune=now"]);
  await expect(store.git(["cat-file", "-e", first?.commit ?? ""])).rejects.toThrow();
});
