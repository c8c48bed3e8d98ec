import { Session } from "node:inspector/promises";
import { writeFile } from "node:fs/promises";
import { createDatabase } from "#server/store/client.ts";
import { cloneTemplate, startTestPostgres } from "#server/testing/postgres.ts";
import { createWorkerContext } from "#server/worker/fixtures/engine.ts";
import { createRunFeed } from "#server/worker/run-feed.ts";
import { createCleanup } from "./rig/cleanup.ts";
import { cpuTimeOfMs, ownCpuTimeMs } from "./rig/cpu-time.ts";
import { createRunRows } from "./rig/run-row.ts";
import { sampleEvent } from "./rig/sample-events.ts";
const cleanup = createCleanup();
const server = await startTestPostgres(); cleanup.add(() => server.stop());
const { url } = await cloneTemplate(server.adminUrl);
const database = createDatabase(url, { maxConnections: 1 }); cleanup.add(() => database.close());
const [id] = await createRunRows(database, cleanup, ["Ours"]);
const { context } = await createWorkerContext({ database }, { dataDir: "", programs: { keeperPath: "", fakeClaude: "" } });
context.sink = { send: () => undefined };
const feed = createRunFeed(context, { runId: id!, fence: 1, nextSeq: 1, processNumber: () => 1, signal: new AbortController().signal });
const { rows } = await database.pool.query("select pg_backend_pid() pid");
const pid = rows[0].pid;
const batches = Array.from({ length: 300 }, (_, c) => Array.from({ length: 100 }, (_, r) => sampleEvent(c * 100 + r)));
const session = new Session(); session.connect();
for (let round = 0; round < 3; round++) {
  if (round === 2) { await session.post("Profiler.enable"); await session.post("Profiler.start"); }
  const o = ownCpuTimeMs(), d = cpuTimeOfMs(pid);
  for (const events of batches) { const f = feed.nextSeq(); await feed.append(events.map((event, i) => ({ event, offset: f + i })), { spoolOffset: f + 100, lastAction: "x" }); }
  console.log("own", ((ownCpuTimeMs() - o) / 300).toFixed(2), "db", ((cpuTimeOfMs(pid) - d) / 300).toFixed(2), "ms per batch");
}
const { profile } = await session.post("Profiler.stop");
await writeFile("/tmp/ingest.cpuprofile", JSON.stringify(profile));
const self = new Map<string, number>(); const total = profile.timeDeltas!.reduce((a: number, b: number) => a + b, 0);
const byId = new Map(profile.nodes.map((n: any) => [n.id, n]));
profile.samples!.forEach((s: number, i: number) => { const n: any = byId.get(s); const k = `${n.callFrame.functionName} ${n.callFrame.url.split("/").slice(-3).join("/")}:${n.callFrame.lineNumber}`; self.set(k, (self.get(k) ?? 0) + profile.timeDeltas![i]!); });
for (const [k, v] of [...self].sort((a, b) => b[1] - a[1]).slice(0, 30)) console.log((v / total * 100).toFixed(1).padStart(6), k);
await cleanup.run(); process.exit(0);
