/** Places and feed across installations with a real Redis server, and what happens without it. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { sleep } from "../lib/abort.ts";
import { withdrawRun } from "../commands/withdraw-run.ts";
import { closePings } from "../lib/redis-ping.ts";
import { createRedis } from "../lib/redis.ts";
import { createPlaces } from "../lib/places/places.ts";
import { readCards } from "../queries/card.ts";
import { readHealth } from "../queries/health.ts";
import { readFeedHead } from "../store/sql/number-feed.ts";
import { findRunProcesses } from "../agent/process-tree.ts";
import { startTestRedis } from "../testing/redis-server.ts";
import type { TestRedis } from "../testing/redis-server.ts";
import { waitFor } from "../testing/wait-for.ts";
import { readFeedGroups } from "./fixtures/feed-readers.ts";
import type { FeedReaders } from "./fixtures/feed-readers.ts";
import {
  countStarts,
  createInstallation,
  findLosses,
  mostAtOnce,
} from "./fixtures/installations.ts";
import type { Installation } from "./fixtures/installations.ts";

const LIMIT = 2;
const TICKETS = 3;
/** Beats are twice a second; a busy machine may miss some. */
const rules = { limit: LIMIT, leaseMs: 60_000, settleMs: 6_000, stream: "feed" };

/** How much longer than its agents an outage lasts; nightly a minute. */
const OUTAGE_MS = Number(process.env["SIGNALBOX_TEST_OUTAGE_SECONDS"] ?? 0) * 1_000;

let server: TestRedis;
let readers: FeedReaders | null = null;
const installations: Installation[] = [];

beforeEach(async () => {
  server = await startTestRedis();
  process.env["REDIS_URL"] = server.url;
  // A server that is known: the first places need not wait.
  const redis = createRedis(server.url, () => undefined);
  const first = createPlaces({
    ...rules,
    redis,
    prefix: "signalbox:",
    installation: "first",
    settleMs: 0,
  });
  await waitFor(async () => (await first.room()).kind === "free", { what: "the server" });
  redis.disconnect();
});
afterEach(async () => {
  await server.client.config("SET", "maxmemory", "0").catch(() => undefined);
  for (const { harness } of installations.splice(0)) await harness.clean();
  await readers?.close();
  readers = null;
  closePings();
  await server.stop();
  delete process.env["REDIS_URL"];
});

async function install(name: string, title: string, count = TICKETS): Promise<Installation> {
  const one = await createInstallation(name, { ...rules, url: server.url }, { title, count });
  installations.push(one);
  return one;
}

const runsOf = ({ harness }: Installation, where: object = {}) =>
  harness.prisma.run.findMany({ where });

const untilAllEnded = () =>
  waitFor(
    async () => {
      const ended = await Promise.all(installations.map((one) => runsOf(one, { state: "ended" })));
      return ended.every((runs) => runs.length === TICKETS);
    },
    { timeoutMs: 100_000, intervalMs: 100, what: "the end of all runs" },
  );

async function expectNothingLost(): Promise<void> {
  expect(await mostAtOnce(installations)).toBeLessThanOrEqual(LIMIT);
  expect(await countStarts(installations)).toBe(installations.length * TICKETS);
  for (const one of installations) {
    expect(await findLosses(one)).toEqual([]);
    for (const run of await runsOf(one)) {
      expect(findRunProcesses({ agent: null, runId: run.id })).toEqual([]);
    }
  }
  await waitFor(async () => (await server.client.zcard("signalbox:{places}:held")) === 0, {
    what: "the release of every place",
  });
}

/** Every group heard every event of both, in order and without a gap. */
async function expectWholeFeed(): Promise<void> {
  for (const { name, harness } of installations) {
    for (const group of readers?.groups ?? []) {
      const lastId = await waitFor(
        async () => {
          const head = await readFeedHead(harness.test.database.sql);
          const isDone = !head.hasNews && readers?.heard(group, name).at(-1) === head.lastId;
          return isDone ? head.lastId : null;
        },
        { timeoutMs: 30_000, what: `the last event for ${group}` },
      );
      const all = Array.from({ length: lastId }, (_, index) => index + 1);
      expect(readers?.heard(group, name)).toEqual(all);
    }
    const ended = await harness.prisma.feedEvent.count({ where: { event: "ended" } });
    expect(ended).toBe(TICKETS);
  }
}

/** What a server does to everybody, and how it comes back. `isAway`: nothing can start meanwhile. */
const failures: {
  name: string;
  isAway: boolean;
  strike(): Promise<unknown>;
  mend(): Promise<unknown>;
}[] = [
  {
    name: "was killed and starts again empty",
    isAway: true,
    strike: () => server.kill(),
    mend: () => server.start(),
  },
  {
    name: "is emptied while it runs",
    isAway: false,
    strike: () => server.client.flushall(),
    mend: () => Promise.resolve(),
  },
  {
    name: "answers nothing for a while",
    isAway: true,
    strike: () => Promise.resolve(server.freeze()),
    mend: () => Promise.resolve(server.thaw()),
  },
  {
    name: "is full",
    isAway: true,
    strike: () => server.client.config("SET", "maxmemory", "1"),
    mend: () => server.client.config("SET", "maxmemory", "0"),
  },
];

it.each(failures)(
  "two installations never have more agents than places, also when Redis $name",
  async ({ isAway, strike, mend }) => {
    const both = [
      await install("one", "scenario: slow-stream"),
      await install("two", "scenario: slow-stream"),
    ];
    readers = readFeedGroups(server.url, rules.stream);
    for (const { harness, options } of both) await harness.engine(options);
    const began = (where: object) =>
      waitFor(
        async () => (await Promise.all(both.map((one) => runsOf(one, where)))).flat().length > 0,
        { timeoutMs: 60_000, what: "a run" },
      );
    await began({ state: "running" });
    await began({ state: "queued", heldFor: "SLOTS_FULL" });

    await strike();
    if (isAway) {
      // All that wait have heard of it, and whoever had a place has begun: from here on nothing may start.
      await waitFor(
        async () => {
          const waiting = { in: ["queued", "starting", "verifying"] };
          const found = await Promise.all(both.map((one) => runsOf(one, { state: waiting })));
          const held = found.flat();
          const isHeld = ({ state, heldFor }: (typeof held)[number]) =>
            state === "queued" && heldFor === "REDIS_DOWN";
          return held.length > 0 && held.every(isHeld);
        },
        { timeoutMs: 60_000, what: "held runs" },
      );
      const starts = await countStarts(both);
      // Running ones go on to their end, and nobody takes their places.
      await waitFor(
        async () => {
          const active = await Promise.all(
            both.map((one) => runsOf(one, { state: { notIn: ["queued", "ended"] } })),
          );
          return active.flat().length === 0;
        },
        { timeoutMs: 60_000, what: "the end of the running runs" },
      );
      await sleep(OUTAGE_MS);
      expect(await countStarts(both)).toBe(starts);
      for (const { harness } of both) {
        expect(await readHealth(harness.test.database)).toMatchObject({ redis: "down", db: "ok" });
      }
    }
    await mend();
    await untilAllEnded();
    await expectNothingLost();
    await expectWholeFeed();
  },
  180_000 + OUTAGE_MS,
);

it("admits nothing while Redis is away, says so, and goes on by itself", async () => {
  const one = await install("one", "scenario: default-success", 1);
  const { harness, project } = one;
  await server.kill();
  await harness.engine(one.options);
  const found = await waitFor(
    () => harness.prisma.gateResult.findFirst({ where: { code: "REDIS_DOWN", isPassing: false } }),
    { what: "the gate" },
  );
  expect(found.ticketId).toBe(project.tickets[0]?.id);
  const ids = project.tickets.map(({ id }) => id);
  const cards = await readCards(harness.test.database, project.project, ids, new Date());
  expect(cards).toMatchObject([
    { status: "Todo", state: { word: "waits", gate: "REDIS_DOWN", runId: null } },
  ]);
  expect(await runsOf(one)).toEqual([]);
  await server.start();
  const run = await harness.findRun({ state: "ended" }, "the run");
  expect(run).toMatchObject({ outcome: "completed", fence: 1 });
});

it("says on the card that others hold all places, and a person can withdraw the run", async () => {
  const one = await install("one", "scenario: default-success", 1);
  const { harness, project } = one;
  const redis = createRedis(server.url, () => undefined);
  const other = createPlaces({ ...rules, redis, prefix: "signalbox:", installation: "other" });
  try {
    for (const run of ["a", "b"]) {
      await waitFor(async () => (await other.take(run)) === null, { what: "a place of the other" });
    }
    await harness.engine(one.options);
    const run = await harness.findRun({ state: "queued", heldFor: "SLOTS_FULL" }, "a held run");
    const card = async () => {
      const id = project.tickets[0]?.id ?? 0;
      const found = await readCards(harness.test.database, project.project, [id], new Date());
      return found[0];
    };
    expect(await card()).toMatchObject({
      status: "InProgress",
      state: { word: "waits", gate: "SLOTS_FULL", runId: run.id },
    });
    await withdrawRun(
      harness.test.database,
      project.owner,
      { projectId: project.project.id, ticketNumber: 1 },
      new Date(),
    );
    expect(await harness.ended(run.id)).toMatchObject({ outcome: "stopped", startedAt: null });
    expect((await card())?.status).toBe("InProgress");

    await harness.drag(project, "Todo");
    const again = await harness.findRun(
      { id: { not: run.id }, state: "queued", heldFor: "SLOTS_FULL" },
      "a second held run",
    );
    await other.release("a");
    expect(await harness.ended(again.id)).toMatchObject({ outcome: "completed", fence: 1 });
    expect(await countStarts([one])).toBe(1);
  } finally {
    redis.disconnect();
  }
});

it("keeps the place of an agent whose worker was killed, and gives it back at its end", async () => {
  const one = await install("one", "scenario: slow-stream", 1);
  const { harness } = one;
  const worker = await harness.worker(one.options, { REDIS_URL: server.url });
  const run = await harness.findRun({ state: "running" }, "a running run");
  const member = `one/${run.id}`;
  const token = async () => Number(await server.client.hget("signalbox:{places}:tokens", member));
  const first = await token();
  await worker.end("SIGKILL");
  expect(await token()).toBe(first);
  await harness.engine(one.options);
  await waitFor(async () => (await token()) > first, { what: "the new worker's lease" });
  expect(await harness.ended(run.id, 40_000)).toMatchObject({ outcome: "completed", fence: 2 });
  await waitFor(async () => (await server.client.zcard("signalbox:{places}:held")) === 0, {
    what: "the release of the place",
  });
});

it("gives back what a worker left that died between the end of a run and its release", async () => {
  const one = await install("one", "scenario: default-success", 0);
  const redis = createRedis(server.url, () => undefined);
  const dead = createPlaces({ ...rules, redis, prefix: "signalbox:", installation: "one" });
  try {
    await waitFor(async () => (await dead.take("0".repeat(32))) === null, { what: "a place" });
    await one.harness.engine(one.options);
    await waitFor(async () => (await server.client.zcard("signalbox:{places}:held")) === 0, {
      what: "the release of the place",
    });
    expect(await dead.room()).toEqual({ kind: "free", free: LIMIT });
  } finally {
    redis.disconnect();
  }
});
