import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { bookResult } from "#server/agent/cost.ts";
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

describe("a turn", () => {
  it("with a command: events in order, text live, one result, nothing unknown", async () => {
    const run = await rig.start("script: bash-then-text");
    await run.result();
    const exit = await run.finish("end");
    expect(exit).toMatchObject({ code: 0, endedBy: "end", forcedBy: null, leftovers: 0 });
    expect(run.of("init")).toMatchObject([
      { cwd: rig.workspace, cliVersion: rig.version, permissionMode: "acceptEdits" },
    ]);
    expect(run.of("tool_call")).toMatchObject([
      { tool: "Bash", input: { command: "echo from-the-agent" } },
    ]);
    expect(run.of("tool_result")).toMatchObject([
      { text: "from-the-agent", isError: false, exitCode: 0 },
    ]);
    expect(run.of("assistant_text").map((payload) => payload.text)).toEqual([
      "I will run it.",
      "The command said what it should.",
    ]);
    expect(run.partialText).toContain("The command said what it should.");
    const delivered = run.facts.flatMap((facts) => facts.deliveredUuid ?? []);
    expect(delivered).toEqual([run.spec.prompt[0]?.id]);
    expect([...run.of("unknown"), ...run.of("raw")]).toEqual([]);
    expect(run.classify(exit)).toMatchObject({ outcome: "completed" });
  });

  it("resumes its session in another process, and money is booked once", async () => {
    const id = randomUUID();
    const first = await rig.start("script: bash-then-text", { session: { id, isResume: false } });
    const one = await first.result();
    await first.finish("end");
    const second = await rig.start("script: text", { session: { id, isResume: true } });
    const two = await second.result();
    const exit = await second.finish("end");
    expect(second.of("init")[0]?.sessionId).toBe(id);
    expect(second.classify(exit)).toMatchObject({ outcome: "completed" });
    const cliVersion = rig.version;
    const counted = { usd: 0, isPriced: false };
    const total = { cliVersion, processTotalUsd: null, counted };
    const bookings = [
      bookResult({ result: one, ...total, sessionTotalUsd: null }),
      bookResult({ result: two, ...total, sessionTotalUsd: one.totalCostUsd }),
    ];
    const byTotals = [one, two].map((result) => ({ ...result, costSinceLastUsd: null }));
    expect(two.totalCostUsd).toBeGreaterThan(one.totalCostUsd ?? 0);
    expect(sum(bookings)).toBeCloseTo(two.totalCostUsd ?? 0, 6);
    // The fallback for versions without the per-result field gives the same.
    const fallback = byTotals.map((result, index) =>
      bookResult({ result, ...total, sessionTotalUsd: index === 0 ? null : one.totalCostUsd }),
    );
    expect(sum(fallback)).toBeCloseTo(two.totalCostUsd ?? 0, 6);
  });

  it("takes a second message in the same process and a third after an interrupt", async () => {
    const run = await rig.start("script: text");
    await run.result();
    await run.say("script: sleep-then-text");
    await run.commandStarted();
    await run.interrupt();
    expect((await run.result(2)).terminalReason).toMatch(/^aborted/);
    await run.say("script: text");
    await run.result(3);
    const exit = await run.finish("end");
    expect(run.classify(exit)).toMatchObject({ outcome: "completed" });
  });
});

const sum = (bookings: { usd: number }[]): number =>
  bookings.reduce((total, booking) => total + booking.usd, 0);
