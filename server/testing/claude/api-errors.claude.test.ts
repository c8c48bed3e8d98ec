import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { createBoard } from "./board-rig.ts";
import type { Board } from "./board-rig.ts";

/** What the CLI makes of an API that refuses, breaks off or repeats itself, and what we make of that. */
let board: Board;
beforeAll(async () => {
  board = await createBoard();
});
afterAll(() => board.close());
afterEach(async () => {
  expect(await board.rest()).toEqual([]);
});

/** The CLI tries again this often by itself. */
const tries = (count: number) => ({ CLAUDE_CODE_MAX_RETRIES: String(count) });
const login = /^The login of claude was refused: log in again with `claude auth login` \(/;

it.each([
  ["429 for ever", "error-429", tries(1), 0, /Request rejected \(429\)/, 429, "rate_limited"],
  ["529", "error-529", tries(0), 0, /^API Error: 529 Overloaded/, 529, "failed"],
  ["500", "error-500", tries(1), 1, /^API Error: 500 Internal server error/, 500, "failed"],
  ["400, no credit", "error-400", tries(0), 0, /^Credit balance is too low$/, 400, "failed"],
  ["401", "error-401", tries(0), 0, login, 401, "failed"],
  ["403", "error-403", tries(0), 0, login, 403, "failed"],
  ["404, no such model", "error-404", tries(0), 0, /issue with the selected model/, 404, "failed"],
  ["413", "error-413", tries(0), 0, /^Request too large/, 413, "failed"],
  [
    "a prompt that is too long",
    "prompt-too-long",
    tries(0),
    0,
    /^Prompt is too long/,
    400,
    "failed",
  ],
])(
  "%s: the card goes back and a retry is owed",
  async (_name, script, env, retries, error, status, outcome) => {
    const one = await board.begin(script, { env });
    const run = await one.ended();

    expect(run).toMatchObject({ outcome, error: expect.stringMatching(error) as string });
    expect(await one.of(run.id, "result")).toMatchObject([
      { subtype: "success", isError: true, apiErrorStatus: status, bookedUsd: 0 },
    ]);
    expect(run).toMatchObject({ isCostEstimated: false, exitCode: 1, resetsAt: null });
    expect(Number(run.costUsd)).toBe(0);
    expect(await one.of(run.id, "api_retry")).toHaveLength(retries);
    expect(await one.column()).toBe("Todo");
    expect(await one.owed()).toMatchObject([{ cause: "retry", agent: "programmer" }]);
  },
);

it.each([
  ["429 with a short pause, twice", "error-429-twice", tries(2), "Here I am again.", 2],
  ["500 once", "error-500-once", tries(1), "Better now.", 1],
  ["a connection that drops once", "drop-once", tries(1), "Mended.", 1],
  ["a stream that ends early", "early-end-once", tries(1), "Mended.", 1],
  ["a stream that is no JSON", "malformed-once", tries(1), "Mended.", 0],
  ["an error inside the stream", "error-frame-once", tries(1), "Mended.", 0],
])("%s: the CLI mends it by itself", async (_name, script, env, text, retries) => {
  const one = await board.begin(script, { env });
  const run = await one.ended();

  expect(run).toMatchObject({ outcome: "completed", error: null, resultText: text });
  expect(await one.of(run.id, "api_retry")).toHaveLength(retries);
  const results = await one.of(run.id, "result");
  expect(results).toHaveLength(1);
  // What broke off is counted by the CLI as far as it came, and never less than what came whole.
  expect(Number(run.costUsd)).toBeCloseTo(results[0]?.totalCostUsd ?? -1, 8);
  expect(Number(run.costUsd)).toBeGreaterThanOrEqual(one.paidUsd());
  expect(await one.column()).toBe("InProgress");
  expect(await one.owed()).toEqual([]);
});

it("a connection that always drops: failed, with what the CLI counted", async () => {
  const one = await board.begin("drop", { env: tries(0) });
  const run = await one.ended();

  expect(run).toMatchObject({
    outcome: "failed",
    error: expect.stringContaining("ECONNRESET") as string,
  });
  const [result] = await one.of(run.id, "result");
  expect(Number(run.costUsd)).toBeCloseTo(result?.totalCostUsd ?? -1, 8);
  expect(await one.owed()).toMatchObject([{ cause: "retry" }]);
});

it("a conversation that does not fit any more is not resumed: the retry begins anew", async () => {
  const one = await board.begin("prompt-too-long then text", { env: tries(0) });
  const first = await one.ended();
  expect(first.outcome).toBe("failed");
  await one.makeDue();
  const second = await one.ended(first);

  expect(second).toMatchObject({ attempt: 2, isResume: false, processNumber: 1 });
  expect(second.sessionId).not.toBe(first.sessionId);
  expect(second.prompt).toContain("Run 1 failed: ");
});

it("an overloaded model gives way to the fallback, whose price is booked", async () => {
  const action = { fallbackModel: "claude-haiku-4-5" };
  const one = await board.begin("overloaded-model", { env: tries(4), action });
  const run = await one.ended();

  expect(run).toMatchObject({ outcome: "completed", resultText: "The other model answers." });
  expect(await one.of(run.id, "model_fallback")).toEqual([
    { from: "claude-sonnet-4-5", to: "claude-haiku-4-5", trigger: "overloaded" },
  ]);
  expect(Number(run.costUsd)).toBeCloseTo(one.paidUsd(), 8);
  const [entry] = await board.harness.prisma.ledgerEntry.findMany({ where: { runId: run.id } });
  expect(entry?.model).toBe("claude-haiku-4-5");
});

it("an answer that was cut off is gone on with, one without words is no failure", async () => {
  const cut = await board.begin("cut-off");
  const first = await cut.ended();
  expect(first).toMatchObject({ outcome: "completed", resultText: "on, and now it ends." });
  expect(Number(first.costUsd)).toBeCloseTo(cut.paidUsd(), 8);

  const silent = await board.begin("says-nothing");
  const second = await silent.ended();
  expect(second).toMatchObject({ outcome: "completed", error: null, resultText: "" });
  expect(Number(second.costUsd)).toBeCloseTo(silent.paidUsd(), 8);
});
