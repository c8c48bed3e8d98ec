import { expect, it } from "vitest";
import type { RunLiveState } from "#server/contracts/run.ts";
import { findCard, findColumn } from "./board-cache.ts";
import { patchRunState } from "./run-state-patch.ts";
import { makeBoard, makeCard, makeColumn } from "./testing-board.ts";

const state: RunLiveState = {
  run: "r1",
  project: "web",
  ticket: 2,
  agent: "programmer",
  state: "running",
  outcome: null,
  cost: 0.5,
  isCostEstimated: false,
  turns: 3,
  lastAction: "Editing cart.ts",
  contextTokens: null,
  todo: { done: 1, total: 4 },
  isRecording: false,
};
const running = makeCard(2, {
  state: {
    word: "running",
    reason: null,
    since: "2026-01-01T00:00:00.000Z",
    runId: "r1",
    agent: "programmer",
    gate: null,
    place: null,
    question: null,
  },
});

it("shows the last action and the steps on the card the run works on", () => {
  const board = makeBoard([
    makeColumn("Todo", [makeCard(1)]),
    makeColumn("In progress", [running]),
  ]);
  const patched = patchRunState(board, state);
  expect(findCard(patched, 2)).toMatchObject({
    todo: { done: 1, total: 4 },
    state: { reason: { text: "Editing cart.ts" } },
  });
  expect(findColumn(patched, "Todo")).toBe(findColumn(board, "Todo"));
});

it("leaves a card alone that meanwhile shows another run", () => {
  const board = makeBoard([makeColumn("In progress", [running])]);
  expect(patchRunState(board, { ...state, run: "older" })).toBe(board);
});
