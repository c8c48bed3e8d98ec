import { appendFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
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

/** As with a subscription: only then does the CLI say when the limit ends. */
const subscription = { ANTHROPIC_API_KEY: "", CLAUDE_CODE_OAUTH_TOKEN: "dummy-for-loopback" };

it("limit", async () => {
  const opening = Math.floor(Date.now() / 1000) + 3600;
  const one = await board.begin(`limit-reached at: ${opening}`, { env: subscription });
  const run = await one.ended();
  appendFileSync("/tmp/claude-talk.log", JSON.stringify({opening, run: {o: run.outcome, e: run.error, r: run.resetsAt, w: run.wakeOn}, owed: await one.owed(), kinds: await one.kinds(run.id), rl: await one.of(run.id, "rate_limit"), r: await one.of(run.id, "result"), limits: await board.harness.prisma.providerLimit.findMany(), req: one.requests().length}, (k,v)=>typeof v==="bigint"?String(v):v) + "\n");
  const two = await board.begin("error-401", { env: {...subscription, CLAUDE_CODE_MAX_RETRIES: "0"} });
  await board.harness.prisma.providerLimit.deleteMany();
  const r2 = await two.ended();
  appendFileSync("/tmp/claude-talk.log", JSON.stringify({e: r2.error, o: r2.outcome}) + "\n");
  const three = await board.begin("text", { env: {...subscription, CLAUDE_CODE_OAUTH_TOKEN: ""} });
  const r3 = await three.ended();
  appendFileSync("/tmp/claude-talk.log", JSON.stringify({e: r3.error, o: r3.outcome, res: await three.of(r3.id, "result")}) + "\n");
  const four = await board.begin("error-429", { env: subscription });
  const r4 = await four.ended();
  appendFileSync("/tmp/claude-talk.log", JSON.stringify({e: r4.error, o: r4.outcome}) + "\n");
});
