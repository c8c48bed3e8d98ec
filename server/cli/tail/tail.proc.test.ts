/** `signalbox tail` beside the built product. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RunEvent } from "../../contracts/run-event.ts";
import { waitFor } from "../../testing/wait-for.ts";
import { openBoardScene } from "../fixtures/board-scene.ts";
import type { BoardScene, CliRun } from "../fixtures/board-scene.ts";

let scene: BoardScene;
beforeAll(async () => {
  scene = await openBoardScene();
}, 120_000);
afterAll(() => scene.stop(), 60_000);

const ESC = "\u001b";
const hasEnded = ({ state }: { state: string }) => state === "ended";

/** What `--json` printed: events, and the run as the last line. */
function parseJson(cli: CliRun) {
  const lines = cli
    .stdout()
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as RunEvent & { run?: Record<string, unknown> });
  const events = lines.filter((line) => line.run === undefined);
  return { events, run: lines.at(-1)?.run };
}

describe("tail", () => {
  it("follows a run to its end, in words, and leaves with 0 when it completed", async () => {
    const { runId, ticket } = await scene.play("failing-tests");
    const cli = scene.cli("tail", runId);

    expect(await cli.exited).toBe(0);

    const text = cli.stdout();
    expect(text).toContain(`${runId}  programmer on ${scene.slug}#${ticket}`);
    expect(text).toMatch(/▶ programmer starts/);
    expect(text).toMatch(/✓ Write src\/sum\.js \([\d.]+ s\)\n +\+export const sum/);
    expect(text).toMatch(
      /✗ Bash npm test \(exit 1, [\d.]+ s\)\n +Exit code 1\n +expected 3, found 1/,
    );
    expect(text).toMatch(/✓ Edit .*\n +-\(a, b\) => a;\n +\+\(a, b\) => a \+ b;/);
    expect(text).toContain("The sum is right now.");
    expect(text.trimEnd().split("\n").at(-1)).toMatch(
      /■ completed · \$\d\.\d+ · \d+ turns · [\d.]+ s$/,
    );
    expect(text).not.toContain(ESC);
    expect(cli.stderr()).toBe("");
  });

  it("tells every stored event once as JSON, and the end as its last line", async () => {
    const { runId } = await scene.play("thinking-and-todo");
    const cli = scene.cli("tail", runId.slice(0, 12), "--json");
    expect(await cli.exited).toBe(0);

    const { events, run } = parseJson(cli);
    const { items } = await scene.product.api<{ items: RunEvent[] }>(
      "GET",
      `/projects/${scene.slug}/runs/${runId}/events?limit=1000`,
    );
    expect(events).toEqual(items);
    expect(run).toMatchObject({ id: runId, state: "ended", outcome: "completed" });

    const later = scene.cli("tail", runId, "--json", "--from", "5", "--no-follow");
    expect(await later.exited).toBe(0);
    expect(parseJson(later).events).toEqual(items.slice(4));
  });

  it("leaves with 1 for a run that ended otherwise, and finds it by its ticket", async () => {
    const { runId, ticket } = await scene.play("crash-mid-run");
    await scene.waitForRun(runId, hasEnded, "the crash");
    for (const name of [`#${ticket}`, `${scene.slug}#${ticket}`]) {
      const cli = scene.cli("tail", name);
      expect(await cli.exited).toBe(1);
      expect(cli.stdout()).toMatch(/■ failed .*\n +The agent crashed \(exit code 139\)/);
    }
  });

  it("keeps what an agent prints from doing anything to the terminal", async () => {
    const { runId } = await scene.play("terminal-codes");
    const cli = scene.cli("tail", runId);
    expect(await cli.exited).toBe(0);
    expect(cli.stdout()).toContain("3 passed, 1 failed");
    expect(cli.stdout()).toContain("a link");
    expect(cli.stdout()).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
    const json = scene.cli("tail", runId, "--json");
    await json.exited;
    expect(json.stdout()).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  });

  it("loses and doubles no line when web is killed twice meanwhile", async () => {
    const { runId } = await scene.play("permission-twice");
    const cli = scene.cli("tail", runId, "--json");
    for (let kill = 1; kill <= 2; kill += 1) {
      await waitFor(() => cli.stdout().split('"permission_request"').length === kill + 1, {
        timeoutMs: 30_000,
        what: `permission ${kill}`,
      });
      process.kill(await scene.product.childPid("web"), "SIGKILL");
      await waitFor(() => cli.stderr().split("is back").length === kill + 1, {
        timeoutMs: 30_000,
        what: "the board to be back",
      });
      await scene.answer(runId, { permission: "allow" });
    }
    expect(await cli.exited).toBe(0);
    const { events } = parseJson(cli);
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
    expect(events.at(-1)?.kind).toBe("ended");
    const notes = "the board is away; waiting for it\nthe board is back\n";
    expect(cli.stderr()).toBe(notes.repeat(2));
  }, 120_000);

  it("shows what is asked and where to answer, and leaves the run alone on Ctrl+C", async () => {
    const { runId, ticket } = await scene.play("ask-question");
    const cli = scene.cli("tail", runId);
    await waitFor(() => cli.stdout().includes("answer: "), {
      what: "the question",
      timeoutMs: 30_000,
    });
    expect(cli.stdout()).toMatch(/\? Which storage shall I use\?\n +1 SQLite - One file/);
    expect(cli.stdout()).toContain(`answer: ${scene.product.url}/p/${scene.slug}/t/${ticket}\n`);

    cli.signal("SIGINT");
    expect(await cli.exited).not.toBe(0);

    expect(await scene.run(runId)).toMatchObject({
      state: "awaiting_input",
      stopRequestedAt: null,
    });
    await scene.product.api("POST", `/projects/${scene.slug}/runs/${runId}/stop`, {});
    const stopped = scene.cli("tail", runId);
    expect(await stopped.exited).toBe(1);
    expect(stopped.stdout()).toMatch(/■ stopped .*\n +stopped by owner/);
  });

  it.each([
    [["tail"], "expected a run, found none"],
    [["tail", "ffffffffffff"], "run: expected one that begins with ffffffffffff, found none"],
    [["tail", "#99999"], "run: expected one on #99999, found none"],
  ])("refuses %j with 2", async (args, words) => {
    const cli = scene.cli(...args);
    expect(await cli.exited).toBe(2);
    expect(cli.stderr()).toContain(words);
  });
});
