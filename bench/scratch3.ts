import pg from "pg";
import { createDatabase } from "#server/store/client.ts";
import { cloneTemplate, startTestPostgres } from "#server/testing/postgres.ts";
import { createWorkerContext } from "#server/worker/fixtures/engine.ts";
import { createRunFeed } from "#server/worker/run-feed.ts";
import { toJsonbText } from "#server/store/sql/append-events.ts";
import { createCleanup } from "./rig/cleanup.ts";
import { cpuTimeOfMs, ownCpuTimeMs } from "./rig/cpu-time.ts";
import { createRunRows } from "./rig/run-row.ts";
import { sampleEvent } from "./rig/sample-events.ts";
import { median } from "./measure/statistics.ts";
const cleanup = createCleanup();
const server = await startTestPostgres(); cleanup.add(() => server.stop());
const { url } = await cloneTemplate(server.adminUrl);
const database = createDatabase(url, { maxConnections: 1 }); cleanup.add(() => database.close());
const [id, rawId, thirdId] = await createRunRows(database, cleanup, ["Ours", "Raw", "Third"]);
const { context } = await createWorkerContext({ database }, { dataDir: "", programs: { keeperPath: "", fakeClaude: "" } });
context.sink = { send: () => undefined };
const feed = createRunFeed(context, { runId: id!, fence: 1, nextSeq: 1, processNumber: () => 1, signal: new AbortController().signal });
const backend = async (c: any) => (await c.query("select pg_backend_pid() pid")).rows[0].pid as number;
const pid = await backend(database.pool);
const raw = new pg.Client({ connectionString: url }); await raw.connect(); cleanup.add(() => raw.end());
const rawPid = await backend(raw);
const third = new pg.Client({ connectionString: url }); await third.connect(); cleanup.add(() => third.end());
const thirdPid = await backend(third);
const batches = Array.from({ length: 100 }, (_, c) => Array.from({ length: 100 }, (_, r) => sampleEvent(c * 100 + r)));
const INSERT = `INSERT INTO "RunEvent" ("runId", "seq", "at", "kind", "parent", "payload", "processNumber", "offset")
  SELECT $1, e."seq", e."at", e."kind", e."parent", e."payload", 1, e."offset"
    FROM UNNEST($2::int[], $3::timestamptz[], $4::text[], $5::text[], $6::jsonb[], $7::bigint[]) AS e("seq", "at", "kind", "parent", "payload", "offset")`;
const OURS = `
    WITH owner AS (
      UPDATE "Run" SET
        "nextSeq" = "nextSeq" + $1::int,
        "spoolOffset" = COALESCE($2::bigint, "spoolOffset"),
        "lastAction" = COALESCE($3::text, "lastAction"),
        "lastActionAt" = CASE WHEN $3::text IS NULL THEN "lastActionAt" ELSE clock_timestamp() END
      WHERE "id" = $4 AND "fence" = $5 AND "nextSeq" = $6::int AND "state" <> 'ended'
      RETURNING "id"
    ), stored AS (
      INSERT INTO "RunEvent" ("runId", "seq", "at", "kind", "parent", "payload", "processNumber", "offset")
      SELECT owner."id", $6::int + e.place::int - 1, e."at", e."kind", e."parent", e."payload", 1, e."offset"
        FROM owner, UNNEST($7::timestamptz[], $8::text[], $9::text[], $10::jsonb[], $11::bigint[]) WITH ORDINALITY AS e("at", "kind", "parent", "payload", "offset", place)
    )
    SELECT "id" FROM owner`;
let rawSeq = 1, thirdSeq = 1;
const variants: Record<string, [number, (e: any[]) => Promise<void>]> = {
  ours: [pid, async (events) => { const f = feed.nextSeq(); await feed.append(events.map((event, i) => ({ event, offset: f + i })), { spoolOffset: f + 100, lastAction: "x" }); }],
  raw: [rawPid, async (events) => { const at = new Date().toISOString(); await raw.query(INSERT, [rawId, events.map((_, i) => rawSeq + i), events.map(() => at), events.map((e) => e.kind), events.map((e) => e.parent), events.map((e) => JSON.stringify(e.payload)), events.map((_, i) => rawSeq + i)]); rawSeq += 100; }],
  pgOurs: [thirdPid, async (events) => { const at = new Date().toISOString(); await third.query({ name: process.argv[2] ?? undefined, text: OURS, values: [100, thirdSeq + 100, "x", thirdId, 1, thirdSeq, events.map(() => at), events.map((e) => e.kind), events.map((e) => e.parent), events.map((e) => toJsonbText(e.payload)), events.map((_, i) => thirdSeq + i)] } as any); thirdSeq += 100; }],
};
const found: Record<string, { own: number[]; db: number[] }> = {};
for (let round = 0; round < 7; round++) for (const [name, [p, work]] of Object.entries(variants)) {
  const o = ownCpuTimeMs(), d = cpuTimeOfMs(p);
  for (const events of batches) await work(events);
  const f = (found[name] ??= { own: [], db: [] });
  if (round > 1) { f.own.push((ownCpuTimeMs() - o) / 100); f.db.push((cpuTimeOfMs(p) - d) / 100); }
}
for (const [name, f] of Object.entries(found)) console.log(name, "own", median(f.own).toFixed(2), "db", median(f.db).toFixed(2));
await cleanup.run(); process.exit(0);
