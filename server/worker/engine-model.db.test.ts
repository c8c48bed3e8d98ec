/**
 * The engine against a naive model: random boards, rules and commands, with two schedulers, crashes and
 * every kind of end. `SIGNALBOX_TEST_MODEL_RUNS` plays more cases, `SIGNALBOX_TEST_MODEL_SEED` the same again.
 */
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase } from "../testing/database.ts";
import type { TestDatabase } from "../testing/database.ts";
import type { WorkerContext } from "./context.ts";
import { pretendWorker } from "./fixtures/admission.ts";
import { createWorkerContext } from "./fixtures/engine.ts";
import { createNaive } from "./fixtures/model/naive-board.ts";
import { addCard, play, summarise } from "./fixtures/model/play.ts";
import { playToEnd } from "./fixtures/model/play-to-end.ts";
import type { Game } from "./fixtures/model/play.ts";
import { openModelScene } from "./fixtures/model/scene.ts";
import { anyCommands, anySetup } from "./fixtures/model/setup.ts";
import type { Command, Setup } from "./fixtures/model/setup.ts";

const runs = Number(process.env["SIGNALBOX_TEST_MODEL_RUNS"] ?? 25);
const seed = Number(process.env["SIGNALBOX_TEST_MODEL_SEED"] ?? Date.now() % 2_147_483_647);
/** Of which at most so many are for making a failing case small. */
const LIMIT_MS = 60_000 + runs * 12_000;

let test: TestDatabase;
let contexts: [WorkerContext, WorkerContext];

beforeAll(async () => {
  test = await createTestDatabase();
  await pretendWorker(test.database);
  const options = {
    dataDir: "/nonexistent",
    programs: { keeperPath: "unused", fakeClaude: "unused" },
  };
  const [first, second] = [
    await createWorkerContext(test, options),
    await createWorkerContext(test, options),
  ];
  contexts = [first.context, second.context];
});
afterAll(() => test.close());

async function playCase(setup: Setup, commands: Command[]): Promise<Game> {
  const scene = await openModelScene(test, contexts, setup);
  const game: Game = { database: test.database, scene, board: createNaive(setup), step: "" };
  try {
    for (const column of setup.cards) await addCard(game, column);
    for (const command of commands) await play(game, command);
    await playToEnd(game);
    return game;
  } finally {
    await scene.close();
  }
}

/** Found by other means, and played in every run: a person's drag while the stopped agent is on its way out. */
const draggedWhileStopping: [Setup, Command[]] = [
  {
    cards: ["Todo"],
    capacity: 1,
    capUsd: null,
    costUsd: 1,
    tries: 2,
    groups: { code: "one", review: "one", feedback: "one", finish: "one" },
    exclusions: { code: [], review: [], feedback: [], finish: [] },
    asksForLabel: false,
    asksForAssignee: false,
    movesTo: null,
    thenMovesTo: null,
    hearsOwnerOnly: true,
    skewHours: 0,
  },
  [
    { kind: "tick", how: "alone" },
    { kind: "claim", begins: true },
    { kind: "stop", run: 0 },
    { kind: "again", card: 0, to: "Todo" },
    { kind: "end", run: 0, outcome: "completed", costs: 0 },
    { kind: "tick", how: "alone" },
  ],
];

/** A rule that moves its card to Done lets a card go that stands before it and waits for it. */
const blockerDoneByRule: [Setup, Command[]] = [
  {
    ...draggedWhileStopping[0],
    cards: ["Backlog", "Backlog"],
    costUsd: 0.5,
    thenMovesTo: "Done",
    hearsOwnerOnly: false,
  },
  [
    { kind: "block", card: 0, blocker: 1, isOn: true },
    { kind: "move", card: 0, to: "Todo", by: "owner" },
    { kind: "comment", card: 0, by: "owner" },
    { kind: "move", card: 1, to: "Todo", by: "owner" },
  ],
];

it(
  "starts what a naive model starts, loses nothing and breaks no limit, whatever happens",
  async () => {
    process.stdout.write(`engine model: ${runs} cases, seed ${seed}\n`);
    const seen = { runs: 0, level: 0, owed: 0 };
    await fc.assert(
      fc.asyncProperty(anySetup, anyCommands, async (setup, commands) => {
        const found = summarise(await playCase(setup, commands));
        seen.runs += found.runs;
        seen.level += found.level;
        seen.owed += found.owed;
      }),
      {
        numRuns: runs,
        seed,
        examples: [draggedWhileStopping, blockerDoneByRule],
        interruptAfterTimeLimit: LIMIT_MS,
        markInterruptAsFailure: true,
      },
    );
    // A generator that leads nowhere proves nothing.
    expect(seen.level).toBeGreaterThan(runs);
    expect(seen.owed).toBeGreaterThan(runs / 2);
  },
  LIMIT_MS + 60_000,
);
