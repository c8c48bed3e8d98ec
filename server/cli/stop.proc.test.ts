/** `signalbox stop` and the other commands with `--json`, beside the built product. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBoardScene } from "./fixtures/board-scene.ts";
import type { BoardScene } from "./fixtures/board-scene.ts";

let scene: BoardScene;
beforeAll(async () => {
  scene = await openBoardScene();
}, 120_000);
afterAll(() => scene.stop(), 60_000);

async function json(...args: string[]): Promise<{ code: number | null; value: unknown }> {
  const cli = scene.cli(...args, "--json");
  const code = await cli.exited;
  return { code, value: JSON.parse(cli.stdout()) as unknown };
}

describe("stop", () => {
  it("ends the board and lets the agent go on, who is there at the next start", async () => {
    const { runId } = await scene.play("long-sleep");
    await scene.waitForRun(runId, ({ state }) => state === "running", "the agent at work");

    expect(await json("stop")).toEqual({
      code: 0,
      value: { wasRunning: true, isStopped: true, stopped: 0, goOn: 1 },
    });
    expect(await json("status")).toMatchObject({ code: 3, value: { isRunning: false } });
    expect(await json("stop")).toMatchObject({ code: 3, value: { wasRunning: false } });
    const late = scene.cli("tail", runId);
    expect(await late.exited).toBe(1);
    expect(late.stderr()).toContain("start the board with `npm start`");

    await scene.product.restart();
    expect(await scene.run(runId)).toMatchObject({ state: "running", outcome: null });
  }, 120_000);

  it("with --runs stops the agents first", async () => {
    const [run] = await scene.product.api<{ id: string }[]>("GET", "/runs?active=true");
    expect(await json("stop", "--runs")).toEqual({
      code: 0,
      value: { wasRunning: true, isStopped: true, stopped: 1, goOn: 0 },
    });
    await scene.product.restart();
    expect(await scene.run(run?.id ?? "")).toMatchObject({
      state: "ended",
      outcome: "stopped",
      stoppedBy: "owner",
    });
  }, 120_000);

  it("refuses what it does not know", async () => {
    const cli = scene.cli("stop", "--all");
    expect(await cli.exited).toBe(2);
    expect(cli.stderr()).toContain('expected --runs or --json, found "--all"');
  });
});

describe("the command line", () => {
  it("answers as JSON: what there is, how it is, what a link is, what is missing", async () => {
    const commands = (await json("help")).value as { name: string }[];
    expect(commands.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["start", "status", "stop", "tail", "link", "open", "doctor"]),
    );
    expect((await json("status")).value).toMatchObject({ isRunning: true, isHealthy: true });
    expect((await json("link")).value).toEqual({ url: expect.stringContaining("/login#token=") });
    expect((await json("doctor")).value).toEqual(
      expect.arrayContaining([expect.objectContaining({ name: "git", isFine: true })]),
    );
    expect((await json("fake-claude", "--list")).value).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: "crash-mid-run", outcome: "failed" }),
      ]),
    );
  });
});
