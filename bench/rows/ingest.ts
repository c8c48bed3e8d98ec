/**
 * P-06: stored events per second of CPU time, ours and the database connection's together. Ours is
 * the feed through which every worker stores (one statement for events, counters and fence), a
 * hundred events a call and one event a call; the reference is a bare `INSERT … UNNEST` of the same
 * hundred rows into the same table. Each side has one connection.
 */
import pg from "pg";
import type { NormalisedEvent } from "#server/contracts/run-event.ts";
import { createDatabase } from "#server/store/client.ts";
import { cloneTemplate, startTestPostgres } from "#server/testing/postgres.ts";
import { createWorkerContext } from "#server/worker/fixtures/engine.ts";
import { createRunFeed } from "#server/worker/run-feed.ts";
import type { RunFeed } from "#server/worker/run-feed.ts";
import { judgeRatio } from "../measure/measure.ts";
import type { Measure } from "../measure/measure.ts";
import { measurePairs } from "../measure/pairs.ts";
import type { Cleanup } from "../rig/cleanup.ts";
import { cpuTimeOfMs, ownCpuTimeMs } from "../rig/cpu-time.ts";
import { createRunRows } from "../rig/run-row.ts";
import { sampleEvent } from "../rig/sample-events.ts";

const ROWS = 100;
const BATCHES = 100;
const SINGLES = 500;
const RAW_FLOOR = 0.5;
const SINGLE_FLOOR = 8;
const INSERT = `
  INSERT INTO "RunEvent" ("runId", "seq", "at", "kind", "parent", "payload", "processNumber", "offset")
  SELECT $1, e."seq", e."at", e."kind", e."parent", e."payload", 1, e."offset"
    FROM UNNEST($2::int[], $3::timestamptz[], $4::text[], $5::text[], $6::jsonb[], $7::bigint[])
      AS e("seq", "at", "kind", "parent", "payload", "offset")`;

interface Rates {
  batched: number;
  single: number;
}

export async function measureIngest(cleanup: Cleanup, pairs: number): Promise<Measure[]> {
  const server = await startTestPostgres();
  cleanup.add(() => server.stop());
  const { url } = await cloneTemplate(server.adminUrl);
  const database = createDatabase(url, { maxConnections: 1 });
  cleanup.add(() => database.close());
  const [oursId, rawId] = await createRunRows(database, cleanup, ["Ours", "Reference"]);
  const { context } = await createWorkerContext(
    { database },
    { dataDir: "", programs: { keeperPath: "", fakeClaude: "" } },
  );
  // What is stored is not sent anywhere: the way to viewers is measured by P-04.
  context.sink = { send: () => undefined };
  const feed = createRunFeed(context, {
    runId: oursId ?? "",
    fence: 1,
    nextSeq: 1,
    processNumber: () => 1,
    signal: new AbortController().signal,
  });
  const raw = new pg.Client({ connectionString: url });
  await raw.connect();
  cleanup.add(() => raw.end());
  const oursPid = await backendPid(database.pool);
  const rawPid = await backendPid(raw);
  let rawSeq = 1;

  const found = await measurePairs<Rates, number>({
    pairs,
    warmUp: 1,
    ours: async () => ({
      batched: await rate(oursPid, BATCHES, ROWS, (events) => append(feed, events)),
      single: await rate(oursPid, SINGLES, 1, (events) => append(feed, events)),
    }),
    reference: () =>
      rate(rawPid, BATCHES, ROWS, async (events) => {
        await insertRaw(raw, rawId ?? "", rawSeq, events);
        rawSeq += events.length;
      }),
  });
  const base = { row: "P-06", unit: "rows/CPU s" };
  return [
    judgeRatio({
      ...base,
      name: `ingest, batches of ${ROWS}, of raw INSERT … UNNEST`,
      limit: { kind: "atLeast", value: RAW_FLOOR },
      samples: found.map(({ ours, reference }) => ({ ours: ours.batched, reference })),
    }),
    judgeRatio({
      ...base,
      name: `ingest, batches of ${ROWS}, of our own row by row`,
      limit: { kind: "atLeast", value: SINGLE_FLOOR },
      samples: found.map(({ ours }) => ({ ours: ours.batched, reference: ours.single })),
    }),
  ];
}

/** Rows per second of CPU time of this process and of the database's process for the connection. */
async function rate(
  backend: number,
  calls: number,
  rows: number,
  store: (events: NormalisedEvent[]) => Promise<void>,
): Promise<number> {
  const batches = Array.from({ length: calls }, (_, call) =>
    Array.from({ length: rows }, (_, row) => sampleEvent(call * rows + row)),
  );
  const beforeMs = ownCpuTimeMs() + cpuTimeOfMs(backend);
  for (const events of batches) await store(events);
  const spentMs = ownCpuTimeMs() + cpuTimeOfMs(backend) - beforeMs;
  return (calls * rows) / (spentMs / 1_000);
}

async function append(feed: RunFeed, events: NormalisedEvent[]): Promise<void> {
  const firstSeq = feed.nextSeq();
  await feed.append(
    events.map((event, index) => ({ event, offset: (firstSeq + index) * 1_000 })),
    { spoolOffset: (firstSeq + events.length) * 1_000, lastAction: "npm run build" },
  );
}

async function insertRaw(
  client: pg.Client,
  runId: string,
  firstSeq: number,
  events: NormalisedEvent[],
): Promise<void> {
  const at = new Date().toISOString();
  await client.query(INSERT, [
    runId,
    events.map((_, index) => firstSeq + index),
    events.map(() => at),
    events.map((event) => event.kind),
    events.map((event) => event.parent),
    events.map((event) => JSON.stringify(event.payload)),
    events.map((_, index) => (firstSeq + index) * 1_000),
  ]);
}

async function backendPid(client: pg.Client | pg.Pool): Promise<number> {
  const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  const [row] = rows;
  if (!row) throw new Error("pg_backend_pid: expected a row, found none");
  return row.pid;
}
