import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { ActivityData } from "#server/contracts/activity.ts";
import { activityActor, writeActivity } from "../store/activity.ts";
import { readFeedEvents } from "../store/sql/read-feed.ts";
import { numberFeed } from "../store/sql/number-feed.ts";
import { createRedis } from "../lib/redis.ts";
import { createFeedStream } from "../lib/feed-stream/feed-stream.ts";
import { systemClock } from "../lib/clock.ts";
import { createLogger } from "../lib/logger.ts";
import { randomToken } from "../lib/ids.ts";
import { createProjectFixture } from "../testing/builders.ts";
import type { ProjectFixture } from "../testing/builders.ts";
import { createTestDatabase } from "../testing/database.ts";
import type { TestDatabase } from "../testing/database.ts";
import { startTestRedis } from "../testing/redis-server.ts";
import type { TestRedis } from "../testing/redis-server.ts";
import { inTransaction } from "../store/transaction.ts";
import { waitFor } from "../testing/wait-for.ts";
import { createFeedRelay } from "./feed-relay.ts";

let test: TestDatabase;
let server: TestRedis;
let redis: ReturnType<typeof createRedis>;
let one: ProjectFixture;
let two: ProjectFixture;
let stream: string;
const log = createLogger("worker", "silent");

beforeAll(async () => {
  test = await createTestDatabase();
  server = await startTestRedis();
  redis = createRedis(server.url, () => undefined);
});
afterAll(async () => {
  redis.disconnect();
  await server.stop();
  await test.close();
});
beforeEach(async () => {
  stream = `feed:${randomToken(6)}`;
  one = await createProjectFixture(test.database, { name: `A ${randomToken(4)}`, tickets: [{}] });
  two = await createProjectFixture(test.database, { name: `B ${randomToken(4)}`, tickets: [{}] });
});

function relay(installation = "here", to: string | null = stream) {
  const feedStream = to === null ? null : createFeedStream({ redis, stream: to, installation });
  return createFeedRelay(test.database, feedStream, systemClock, log);
}

async function write(
  fixture: ProjectFixture,
  kind: "ticket_moved" | "run_running" | "skill_seen",
  data: ActivityData = {},
): Promise<void> {
  const [ticket] = fixture.tickets;
  await inTransaction(test.database, (tx) =>
    writeActivity(tx, {
      projectId: fixture.project.id,
      ticket: ticket ? { id: ticket.id, number: ticket.number } : null,
      actor: activityActor(fixture.owner),
      kind,
      data,
    }),
  );
}

const lastId = async () => (await readFeedEvents(test.database.sql, 0, 10_000)).at(-1)?.id ?? 0;
/** Fields of the stream's entries, in order. */
const entries = async (name = stream) =>
  (await server.client.xrange(name, "-", "+")).map(([, flat]) =>
    Object.fromEntries(
      Array.from({ length: flat.length / 2 }, (_, index) => [flat[2 * index], flat[2 * index + 1]]),
    ),
  );
const idsOf = async (name = stream) => (await entries(name)).map(({ id }) => Number(id));
const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

it("numbers what happened in all projects without a gap, in each project's own order", async () => {
  await relay().look();
  const before = await lastId();
  await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      write(index % 2 ? one : two, "ticket_moved", {
        changes: [{ field: "status", from: String(index), to: "Done" }],
      }),
    ),
  );
  await write(one, "skill_seen");
  const relays = [relay("here", null), relay("here", null), relay("here", null)];
  await Promise.all(relays.map((one) => one.look()));
  await relay("here", null).look();

  const events = await readFeedEvents(test.database.sql, before, 1_000);
  expect(events.map(({ id }) => id)).toEqual(range(before + 1, before + 30));
  expect(new Set(events.map(({ data }) => data["from"])).size).toBe(30);
  for (const { project } of [one, two]) {
    const told = events.filter((event) => event.project === project.slug);
    const rows = await test.database.prisma.activity.findMany({
      where: { projectId: project.id, kind: "ticket_moved" },
      orderBy: { revision: "asc" },
    });
    const wanted = rows.map(({ data }) => {
      const { changes } = data as { changes: { from: string }[] };
      return changes[0]?.from;
    });
    expect(told.map(({ data }) => data["from"])).toEqual(wanted);
  }
});

it("takes a long history in pieces", async () => {
  await relay("here", null).look();
  const before = await lastId();
  for (let index = 0; index < 7; index += 1) await write(one, "run_running", { run: `r${index}` });
  while ((await numberFeed(test.database, 2)) > 0);
  const events = await readFeedEvents(test.database.sql, before, 100);
  expect(events.map(({ data }) => data["run"])).toEqual(range(0, 6).map((index) => `r${index}`));
  expect(events.map(({ id }) => id)).toEqual(range(before + 1, before + 7));
});

it("relays each event once, whoever does it, and makes the groups that read it", async () => {
  await write(one, "run_running", { run: "abc", agent: "programmer" });
  await Promise.all([relay().look(), relay().look()]);
  await Promise.all(range(1, 20).map(() => write(two, "ticket_moved")));
  await Promise.all([relay().look(), relay().look(), relay().look()]);
  await relay().look();

  const ids = await idsOf();
  expect(ids).toEqual(range(ids[0] ?? 0, await lastId()));
  expect(await entries()).toContainEqual(
    expect.objectContaining({
      installation: "here",
      project: one.project.slug,
      ticket: "1",
      event: "created",
      data: expect.stringContaining('"run":"abc"'),
    }),
  );
  for (const group of ["cg:worker", "cg:orchestrator", "cg:monitor"]) {
    const found = await server.client.xreadgroup(
      "GROUP",
      group,
      "tester",
      "COUNT",
      1_000,
      "STREAMS",
      stream,
      ">",
    );
    expect((found as [string, unknown[]][])[0]?.[1]).toHaveLength(ids.length);
  }
});

it("keeps two installations apart in one stream", async () => {
  await write(one, "ticket_moved");
  await relay("here").look();
  await relay("there").look();
  const found = await entries();
  const of = (name: string) => found.filter(({ installation }) => installation === name);
  expect(of("here").map(({ id }) => id)).toEqual(of("there").map(({ id }) => id));
  expect(of("here").length).toBeGreaterThan(0);
});

it("serves the table while Redis is away, and catches up afterwards", async () => {
  const feed = relay();
  await feed.look();
  const first = await idsOf();
  await server.kill();
  await write(one, "ticket_moved");
  await feed.look();
  expect((await readFeedEvents(test.database.sql, first.at(-1) ?? 0, 10)).length).toBe(1);
  await server.start();
  await waitFor(
    async () => {
      await feed.look();
      return (await idsOf()).includes(await lastId());
    },
    { what: "the stream to catch up" },
  );
  // The server came back empty: what is kept is told again, in order.
  const ids = await idsOf();
  expect(ids).toEqual(range(ids[0] ?? 0, await lastId()));
});

it("fills an emptied stream again, old events not", async () => {
  await write(one, "ticket_moved");
  await relay().look();
  const old = await lastId();
  await test.database.prisma.feedEvent.updateMany({
    data: { at: new Date(Date.now() - 25 * 3_600_000) },
  });
  await write(two, "ticket_moved");
  await relay().look();
  await server.client.flushall();
  await relay().look();
  expect(await idsOf()).toEqual([old + 1]);
});

it("goes on over what the table has no more, and forgets after a week", async () => {
  await relay().look();
  await write(one, "ticket_moved");
  await relay("here", null).look();
  const lost = await lastId();
  await test.database.prisma.feedEvent.updateMany({
    data: { at: new Date(Date.now() - 8 * 24 * 3_600_000) },
  });
  // A relay prunes at its first look.
  await relay("here", null).look();
  expect(await test.database.prisma.feedEvent.count()).toBe(0);
  await write(one, "ticket_moved");
  await relay().look();
  expect((await idsOf()).at(-1)).toBe(lost + 1);
  expect(await idsOf()).not.toContain(lost);
});
