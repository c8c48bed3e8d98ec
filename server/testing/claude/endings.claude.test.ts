import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { waitFor } from "../wait-for.ts";
import { createClaudeRig } from "./rig.ts";
import type { ClaudeRig } from "./rig.ts";

let rig: ClaudeRig;
beforeAll(async () => {
  rig = await createClaudeRig();
});
afterAll(() => rig.close());
beforeEach(() => rig.newWorkspace());
afterEach(async () => {
  expect(await rig.takeLeftovers()).toEqual([]);
});

describe("a start that fails", () => {
  it("an unknown session says so, and an id in use too", async () => {
    const unknown = await rig.start("script: text", {
      session: { id: randomUUID(), isResume: true },
    });
    const exit = await unknown.finish("wait");
    expect(unknown.classify(exit)).toMatchObject({
      outcome: "spawn_failed",
      sessionProblem: "not_found",
    });

    const session = { id: randomUUID(), isResume: false };
    const first = await rig.start("script: text", { session });
    await first.result();
    await first.finish("end");
    const again = await rig.start("script: text", { session });
    const refused = await again.finish("wait");
    expect(again.classify(refused)).toMatchObject({
      outcome: "spawn_failed",
      sessionProblem: "id_in_use",
    });
  });
});

describe("stop", () => {
  it("in the middle of a command leaves nothing and still brings a result", async () => {
    const run = await rig.start("script: sleep-then-text");
    await run.commandStarted();
    const pressedAt = performance.now();
    const exit = await run.finish("stop");
    expect(performance.now() - pressedAt).toBeLessThan(10_000);
    expect(exit).toMatchObject({ endedBy: "stop" });
    expect(await rig.takeLeftovers()).toEqual([]);
    expect(run.of("result")).toMatchObject([{ subtype: "error_during_execution" }]);
  });

  it("finds a daemon that an earlier command left behind", async () => {
    const run = await rig.start("script: daemon-then-text");
    await run.result();
    expect(await run.finish("end")).toMatchObject({ code: 0, leftovers: 1 });
  });

  it("of a process that stays after its result takes no good end away", async () => {
    const run = await rig.start("script: monitor");
    await run.result();
    const exit = await run.finish("end");
    expect(exit).toMatchObject({ endedBy: "end", leftovers: 0 });
    expect(exit.code === 0 && exit.signal === null).toBe(false);
    expect(run.classify(exit)).toMatchObject({ outcome: "completed" });
  });

  it("ends the tree of a keeper that was killed", async () => {
    const run = await rig.start("script: sleep-then-text");
    await run.commandStarted();
    const { process: record } = await rig.runtime.inspect(run.spec.dir);
    if (!record) throw new Error("no process.json");
    process.kill(record.keeper.pid, "SIGKILL");
    await waitFor(async () => (await rig.runtime.inspect(run.spec.dir)).keeper === "gone");
    expect(await rig.runtime.inspect(run.spec.dir)).toMatchObject({ agent: "alive", exit: null });
    const { runId } = run.spec;
    const ended = await rig.runtime.endTree({ runId, agent: record.agent });
    expect(ended.clean).toBe(true);
  });
});
