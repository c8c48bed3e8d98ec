import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, it } from "vitest";
import { createBoard } from "./board-rig.ts";
import type { Board } from "./board-rig.ts";

let board: Board;
beforeAll(async () => {
  board = await createBoard();
});
afterAll(() => board.close());
afterEach(async () => {
  const left = await board.rest(); if (left.length) appendFileSync("/tmp/claude-out.ndjson", "LEFT "+left+"\n");
});

const none = { CLAUDE_CODE_MAX_RETRIES: "0" };
it.each([
  ["overloaded-model", { env: {CLAUDE_CODE_MAX_RETRIES: "4"}, action: { fallbackModel: "claude-haiku-4-5" } }],
  ["task-list", {}],
  ["schedule-wakeup", {answerWaitSeconds: 1}],
  ["cron", {answerWaitSeconds: 1}],
  ["monitor", {answerWaitSeconds: 1}],
  ["enter-worktree", {answerWaitSeconds: 1}],
])("%s", async (script, options) => {
  const one = await board.begin(script, {...options, isWaiting: true});
  mkdirSync(one.workspace+"/.agents", {recursive: true});
  writeFileSync(one.workspace+"/.agents/preamble.md", "{}");
  execFileSync("git", ["init","-q"], {cwd: one.workspace});  await board.harness.drag(one.project, "Todo");
  const run = await one.ended();
  const owed = await one.owed();
  appendFileSync("/tmp/claude-out.ndjson", 
    JSON.stringify({
      script,
      outcome: run.outcome,
      error: run.error,
      cost: Number(run.costUsd),
      paid: one.paidUsd(),
      isEst: run.isCostEstimated,
      column: await one.column(),
      owed: owed.map((o) => [o.cause, o.dueAt]),
      requests: one.requests().map((r) => [r.isPaid, r.isStreamed, r.step, r.script, r.model]),
      events: (await board.harness.events(run.id)).filter(e => !["init","run_started"].includes(e.kind)).map(e => [e.kind, e.parent, JSON.stringify(e.payload).slice(0,700)]), took: Number(run.endedAt)-Number(run.startedAt), spool: (await board.harness.spool(run.id)).map(l=>l.text).filter(l=>l.includes("tool_use_result")).map(l=>l.slice(0,900)),
      tools: (await one.of(run.id, "init"))[0]?.tools,
      unknown: await one.of(run.id, "unknown"),
    })+"\n",
  );
});
