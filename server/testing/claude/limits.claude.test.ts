import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { explainTicket } from "#server/queries/why.ts";
import { createBoard } from "./board-rig.ts";
import type { Board } from "./board-rig.ts";

let board: Board;
beforeAll(async () => {
  board = await createBoard();
});
afterAll(() => board.close());
afterEach(async () => {
  expect(await board.rest()).toEqual([]);
});

describe("a run's own limits", () => {
  it("are tried again after some turns with progress", async () => {
    const one = await board.begin("write-for-ever", { action: { maxTurns: 2 } });
    const run = await one.ended();

    expect(run).toMatchObject({
      outcome: "max_turns",
      error: "Reached maximum number of turns (2)",
      turns: 3,
    });
    expect(Number(run.costUsd)).toBeCloseTo(one.paidUsd(), 8);
    expect(one.requests()).toHaveLength(2);
    expect(await one.column()).toBe("Todo");
    expect(await one.owed()).toMatchObject([{ cause: "retry" }]);
  });

  it("leave the card to a person after some turns without", async () => {
    const one = await board.begin("endless-turns", { action: { maxTurns: 2 } });
    const run = await one.ended();

    expect(run.outcome).toBe("max_turns");
    expect(await one.column()).toBe("Blocked");
    expect(await one.owed()).toEqual([]);
  });

  it("end it after the answer that used up its money, which is booked", async () => {
    const one = await board.begin("endless-turns", { action: { maxCostUsd: 0.005 } });
    const run = await one.ended();

    expect(run.outcome).toBe("budget_exceeded");
    expect(await one.of(run.id, "result")).toMatchObject([{ subtype: "error_max_budget_usd" }]);
    expect(one.requests()).toHaveLength(2);
    expect(Number(run.costUsd)).toBeCloseTo(one.paidUsd(), 8);
    // The last call of a tool never ran.
    expect(await one.of(run.id, "tool_call")).toHaveLength(2);
    expect(await one.of(run.id, "tool_result")).toHaveLength(1);
    expect(await one.column()).toBe("Blocked");
    expect(await one.owed()).toEqual([]);
  });
});

/** As with a subscription: only then does the CLI say when the limit ends. */
const subscription = { ANTHROPIC_API_KEY: "", CLAUDE_CODE_OAUTH_TOKEN: "dummy-for-loopback" };

describe("the account's limit", () => {
  it("without a time is a failed try, and nobody else is held", async () => {
    const one = await board.begin("error-429", { env: subscription });
    const run = await one.ended();

    expect(run).toMatchObject({
      outcome: "rate_limited",
      error: expect.stringContaining("temporarily limiting requests") as string,
      resetsAt: null,
    });
    expect(await one.owed()).toMatchObject([{ cause: "retry", failures: 1 }]);
  });

  it("is not what a login that is gone is called", async () => {
    const env = { ...subscription, CLAUDE_CODE_OAUTH_TOKEN: "" };
    const one = await board.begin("text", { env });
    const run = await one.ended();

    expect(one.requests()).toEqual([]);
    expect(run).toMatchObject({
      outcome: "failed",
      error:
        "The login of claude was refused: log in again with `claude auth login` (Not logged in · Please run /login)",
    });
    expect(await one.owed()).toMatchObject([{ cause: "retry" }]);
  });

  it("is no failure: the run sleeps until it opens, nothing else starts, then all go on", async () => {
    const opening = new Date(Math.ceil(Date.now() / 1_000) * 1_000 + 3_600_000);
    const script = `limit-reached then text at: ${opening.getTime() / 1_000}`;
    const one = await board.begin(script, { env: subscription });
    const first = await one.ended();

    expect(first).toMatchObject({
      outcome: "rate_limited",
      error: expect.stringMatching(/^You've hit your 5-hour limit · resets .*\(UTC\)$/) as string,
      resetsAt: opening,
      wakeOn: { kind: "limit", until: opening.toISOString() },
    });
    expect(one.requests()).toHaveLength(1);
    expect(await one.column()).toBe("InProgress");
    expect(await one.owed()).toMatchObject([{ cause: "wake", dueAt: opening, failures: 0 }]);
    const limit = await board.harness.prisma.providerLimit.findFirstOrThrow();
    expect(limit.until).toEqual(opening);

    const other = await board.begin("text");
    const why = await explainTicket(
      board.harness.test.database,
      other.project.project.id,
      1,
      {},
      new Date(),
    );
    expect(JSON.stringify(why)).toContain("PROVIDER_LIMIT");
    expect(other.requests()).toEqual([]);

    await board.harness.prisma.providerLimit.updateMany({ data: { until: new Date() } });
    await one.makeDue();
    const woken = await one.ended(first);
    expect(woken).toMatchObject({
      outcome: "completed",
      cause: "wake",
      isResume: true,
      sessionId: first.sessionId,
    });
    expect(woken.prompt).toContain("was paused (the account's limit)");
    expect((await other.ended()).outcome).toBe("completed");
  });
});
