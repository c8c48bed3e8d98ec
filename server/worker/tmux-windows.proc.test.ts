/** Windows in a real tmux server of their own, beside the built product. */
import { execa } from "execa";
import { mkdtemp, rm } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBoardScene } from "../cli/fixtures/board-scene.ts";
import type { BoardScene } from "../cli/fixtures/board-scene.ts";
import { createLogger } from "../lib/logger.ts";
import { findProjectRoot } from "../lib/project-root.ts";
import { waitFor } from "../testing/wait-for.ts";
import { createTmuxWindows } from "./tmux-windows.ts";

let tmuxDir: string;
let scene: BoardScene;

beforeAll(async () => {
  tmuxDir = await mkdtemp("/tmp/signalbox-tmux-");
  scene = await openBoardScene({ SIGNALBOX_TMUX: "on", TMUX_TMPDIR: tmuxDir });
}, 120_000);
afterAll(async () => {
  await scene.stop();
  await tmux("kill-server");
  await rm(tmuxDir, { recursive: true, force: true });
}, 60_000);

async function tmux(...args: string[]): Promise<string> {
  const env = { ...process.env, TMUX_TMPDIR: tmuxDir, TMUX: undefined };
  return (await execa("tmux", args, { env, extendEnv: false, reject: false })).stdout;
}

async function windows(): Promise<string[]> {
  return (await tmux("list-windows", "-t", "signalbox", "-F", "#{window_name}")).split("\n");
}

function screenOf(name: string): Promise<string> {
  return tmux("capture-pane", "-e", "-p", "-S", "-", "-t", `signalbox:${name}`);
}

describe("a tmux window per run", () => {
  it("shows the run in colour and in its own width, and stays a while after the end", async () => {
    const { ticket, runId } = await scene.play("failing-tests");
    const name = `pod-${scene.slug}-${ticket}-${runId.slice(0, 8)}`;
    const screen = await waitFor(
      async () => {
        const text = await screenOf(name);
        return text.includes("this window closes in 2 min") && text;
      },
      { timeoutMs: 45_000, what: "the end in the window" },
    );
    expect(screen).toContain("The sum is right now.");
    expect(screen).toMatch(/\u001b\[32m\+export const sum/);
    expect(screen).toMatch(/■.*completed/);
    expect(await windows()).toContain(name);
  });

  it("ends nothing when it is closed, and the run names the command that shows it", async () => {
    const { ticket, runId } = await scene.play("ask-question");
    const name = `pod-${scene.slug}-${ticket}-${runId.slice(0, 8)}`;
    await waitFor(async () => (await screenOf(name)).includes("Which storage shall I use?"), {
      timeoutMs: 45_000,
      what: "the question in the window",
    });
    const run = await scene.run(runId);
    expect(run.attachCommand).toBe(`tmux attach -t signalbox:${name}`);

    await tmux("kill-window", "-t", `signalbox:${name}`);
    await waitFor(async () => !(await windows()).includes(name), { what: "the window to go" });

    await scene.answer(runId, { labels: { "Which storage shall I use?": "SQLite" } });
    const ended = await scene.waitForRun(runId, ({ state }) => state === "ended", "the end");
    expect(ended).toMatchObject({ outcome: "completed", attachCommand: null });
  });

  it("gives the tmux server none of the worker's secrets", async () => {
    const environment = await tmux("show-environment", "-g");
    expect(environment).toMatch(/^PATH=/m);
    expect(environment).not.toMatch(/DATABASE_URL|TOKEN|SIGNALBOX_|FAKE_CLAUDE/);
  });
});

describe("beside a run", () => {
  const owner = (ticket: number) => ({ project: "solo", ticket, runId: `${ticket}`.repeat(32) });
  const options = {
    cliPath: path.join(findProjectRoot(), "dist/cli.js"),
    env: { ...process.env },
    log: createLogger("worker", "silent"),
  };

  it("two that open at once share the session, and a window is opened once", async () => {
    const folder = await mkdtemp("/tmp/signalbox-tmux-");
    const env = { ...options.env, TMUX_TMPDIR: folder };
    const windows = createTmuxWindows({ ...options, tmux: "tmux", dataDir: folder, env });
    const server = (...args: string[]) => execa("tmux", args, { env, reject: false });
    try {
      await Promise.all([windows.open(owner(1)), windows.open(owner(2)), windows.open(owner(1))]);
      const list = await server("list-windows", "-a", "-F", "#{session_name}:#{window_name}");
      expect(list.stdout.split("\n").sort()).toEqual([
        "signalbox:pod-solo-1-11111111",
        "signalbox:pod-solo-2-22222222",
      ]);
    } finally {
      await server("kill-server");
      await rm(folder, { recursive: true, force: true });
    }
  });

  it("a tmux that fails disturbs nobody", async () => {
    const windows = createTmuxWindows({ ...options, tmux: "/bin/false", dataDir: tmuxDir });
    await expect(windows.open(owner(1))).resolves.toBeUndefined();
  });
});

describe("without tmux", () => {
  it("the setting is refused with what to install, and doctor says so", async () => {
    const env = {
      PATH: tmuxDir,
      SIGNALBOX_TMUX: "on",
      SIGNALBOX_DATA_DIR: path.join(tmuxDir, "data"),
    };
    const program = (name: string, ...args: string[]) =>
      execa(process.execPath, [path.join(findProjectRoot(), "dist", name), ...args], {
        env,
        extendEnv: false,
        reject: false,
      });
    const start = await program("main.js", "--no-open");
    expect(start.exitCode).toBe(1);
    expect(start.stderr).toBe(
      "SIGNALBOX_TMUX: expected the program tmux on the PATH, found none; install it (Debian: apt-get install tmux) or take the setting away",
    );
    const doctor = await program("cli.js", "doctor");
    expect(doctor.exitCode).toBe(1);
    expect(doctor.stdout).toMatch(/^missing +tmux +"tmux" does not run$/m);
  });
});
