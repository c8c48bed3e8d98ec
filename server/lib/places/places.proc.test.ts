import fc from "fast-check";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { Redis } from "ioredis";
import { startTestRedis } from "../../testing/redis-server.ts";
import type { TestRedis } from "../../testing/redis-server.ts";
import { waitFor } from "../../testing/wait-for.ts";
import { createRedis } from "../redis.ts";
import { createPlaces } from "./places.ts";
import type { Places } from "./places.ts";

const LIMIT = 6;
let server: TestRedis;
const connections: Redis[] = [];

beforeAll(async () => {
  server = await startTestRedis();
});
afterEach(async () => {
  for (const redis of connections.splice(0)) redis.disconnect();
  await server.client.config("SET", "maxmemory", "0");
  await server.client.flushall();
});
afterAll(() => server.stop());

function places(
  installation: string,
  options: {
    limit?: number;
    leaseMs?: number;
    settleMs?: number;
    prefix?: string;
    /** As the product's own connection: a late answer is none. */
    isImpatient?: boolean;
  } = {},
): Places {
  const redis = options.isImpatient
    ? createRedis(server.url, () => undefined)
    : new Redis(server.url);
  connections.push(redis);
  return createPlaces({
    redis,
    prefix: options.prefix ?? "test:",
    installation,
    limit: options.limit ?? LIMIT,
    leaseMs: options.leaseMs ?? 60_000,
    settleMs: options.settleMs ?? 0,
  });
}

const held = (prefix = "test:") => server.client.zrange(`${prefix}{places}:held`, "0", "-1");
const tokenOf = async (member: string, prefix = "test:") =>
  Number((await server.client.hget(`${prefix}{places}:tokens`, member)) ?? 0);

it("never gives more places than there are, whatever two installations do", async () => {
  const names = ["one", "two"] as const;
  const runIds = Array.from({ length: 8 }, (_, index) => `run${index}`);
  const step = fc.record({
    who: fc.constantFrom(...names),
    act: fc.constantFrom("take", "take", "take", "keep", "release", "room"),
    run: fc.constantFrom(...runIds),
  });
  let round = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      round += 1;
      const prefix = `round${round}:`;
      const of = { one: places("one", { prefix }), two: places("two", { prefix }) };
      const model = new Set<string>();
      let newest = 0;
      for (const { who, act, run } of steps) {
        const member = `${who}/${run}`;
        if (act === "take") {
          const refusal = await of[who].take(run);
          const mayHave = model.has(member) || model.size < LIMIT;
          expect(refusal).toEqual(mayHave ? null : { kind: "full" });
          if (mayHave) {
            model.add(member);
            const token = await tokenOf(member, prefix);
            expect(token).toBeGreaterThan(newest);
            newest = token;
          }
        }
        if (act === "keep") expect(await of[who].keep([run])).not.toBeNull();
        if (act === "release") {
          await of[who].release(run);
          model.delete(member);
        }
        if (act === "room") {
          const free = LIMIT - model.size;
          expect(await of[who].room()).toEqual(
            free === 0 ? { kind: "full" } : { kind: "free", free },
          );
        }
        expect((await held(prefix)).sort()).toEqual([...model].sort());
      }
      for (const redis of connections.splice(0)) redis.disconnect();
    }),
    { numRuns: 40 },
  );
});

it("gives at most so many when twenty-one are asked for at the same moment", async () => {
  const all = [places("one"), places("two"), places("three")];
  const refusals = await Promise.all(
    all.flatMap((one) => Array.from({ length: 7 }, (_, index) => one.take(`run${index}`))),
  );
  expect(refusals.filter((refusal) => refusal === null)).toHaveLength(LIMIT);
});

it("gives away a lease that was not renewed, and keeps one that is", async () => {
  const one = places("one", { limit: 2, leaseMs: 400 });
  const two = places("two", { limit: 2, leaseMs: 400 });
  expect(await one.take("lazy")).toBeNull();
  expect(await one.take("busy")).toBeNull();
  expect(await two.take("late")).toEqual({ kind: "full" });
  await waitFor(
    async () => {
      await one.keep(["busy"]);
      return (await two.take("late")) === null;
    },
    { what: "a place", intervalMs: 50 },
  );
  expect((await held()).sort()).toEqual(["one/busy", "two/late"]);
});

it("leaves a newer holder alone: an old one neither renews nor releases", async () => {
  const before = places("one");
  const after = places("one");
  await before.take("run");
  await after.adopt("run");
  const token = await tokenOf("one/run");
  await before.release("run");
  expect(await held()).toEqual(["one/run"]);
  expect(await tokenOf("one/run")).toBe(token);
  await after.release("run");
  await after.release("run");
  expect(await held()).toEqual([]);
});

it("names leases of its own installation that nobody looks after", async () => {
  const one = places("one");
  await places("two").take("other");
  await places("one").take("left");
  const strays = await one.keep([]);
  expect(strays).toMatchObject([{ runId: "left" }]);
  await one.drop(strays ?? []);
  expect(await held()).toEqual(["two/other"]);
});

it("has live runs tell again what they hold before it gives places after a loss of all data", async () => {
  const settleMs = 2_000;
  const one = places("one", { limit: 1, settleMs });
  const two = places("two", { limit: 1, settleMs });
  await waitFor(async () => (await one.take("alive")) === null, { what: "the first place" });
  const token = await tokenOf("one/alive");

  await server.client.flushall();
  expect(await two.take("greedy")).toMatchObject({ kind: "settling" });
  expect(await two.room()).toMatchObject({ kind: "settling" });
  await one.keep(["alive"]);
  expect(await tokenOf("one/alive")).toBe(token);
  await waitFor(async () => (await two.room()).kind === "full", { what: "the end of settling" });
  expect(await two.take("greedy")).toEqual({ kind: "full" });
  await one.release("alive");
  expect(await two.take("greedy")).toBeNull();
  expect(await tokenOf("two/greedy")).toBeGreaterThan(token);
});

it("settles too when the server was started again with older data", async () => {
  const settleMs = 400;
  const one = places("one", { settleMs, isImpatient: true });
  await waitFor(async () => (await one.take("run")) === null, { what: "a place" });
  await server.kill();
  expect(await one.room()).toMatchObject({ kind: "away" });
  expect(await one.keep(["run"])).toBeNull();
  await server.start();
  const first = await waitFor(
    async () => {
      const room = await one.room();
      return room.kind === "away" ? null : room;
    },
    { what: "the server" },
  );
  expect(first).toMatchObject({ kind: "settling" });
  expect(await one.keep(["run"])).toEqual([]);
  expect(await held()).toEqual(["one/run"]);
});

it("calls a server that takes no writes away, and has lost nothing when it takes them again", async () => {
  const one = places("one");
  await one.take("run");
  await server.client.config("SET", "maxmemory", "1");
  expect(await one.room()).toMatchObject({ kind: "away", reason: expect.stringContaining("OOM") });
  expect(await one.take("other")).toMatchObject({ kind: "away" });
  expect(await one.keep(["run"])).toBeNull();
  await server.client.config("SET", "maxmemory", "0");
  expect(await held()).toEqual(["one/run"]);
  expect(await one.take("other")).toBeNull();
});

it("gives up on a server that hangs", async () => {
  const one = places("one", { isImpatient: true });
  await one.take("run");
  server.freeze();
  try {
    expect(await one.take("other")).toMatchObject({ kind: "away" });
  } finally {
    server.thaw();
  }
  await waitFor(async () => (await one.keep(["run"])) !== null, { what: "the server" });
});
