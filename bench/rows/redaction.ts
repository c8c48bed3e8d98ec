/**
 * P-16: CPU time of taking lines in (redaction, normalising, storing) with the redaction of secrets,
 * against the same with every line let through as it is. This process and the database's process for
 * the connection are counted together; both sides take the same lines.
 */
import type { SpoolLine } from "#server/agent/line-splitter.ts";
import { createDatabase } from "#server/store/client.ts";
import { cloneTemplate, startTestPostgres } from "#server/testing/postgres.ts";
import { createSession } from "#server/worker/create-session.ts";
import { readClaimedRun } from "#server/worker/claimed-run.ts";
import { createWorkerContext } from "#server/worker/fixtures/engine.ts";
import { ingestLines } from "#server/worker/ingest.ts";
import { createRunFeed } from "#server/worker/run-feed.ts";
import type { RunSession } from "#server/worker/run-session.ts";
import { judgeRatio } from "../measure/measure.ts";
import type { Measure } from "../measure/measure.ts";
import { measurePairs } from "../measure/pairs.ts";
import type { Cleanup } from "../rig/cleanup.ts";
import { cpuTimeOfMs, ownCpuTimeMs } from "../rig/cpu-time.ts";
import { createRunRows } from "../rig/run-row.ts";
import { sampleLine } from "../rig/sample-events.ts";

const LINES_AT_ONCE = 100;
const BATCHES = 30;
const RATIO_FLOOR = 1.3;
/** As many as a worker with a run knows. */
const SECRETS = 4;

export async function measureRedaction(cleanup: Cleanup, pairs: number): Promise<Measure[]> {
  const server = await startTestPostgres();
  cleanup.add(() => server.stop());
  const { url } = await cloneTemplate(server.adminUrl);
  const database = createDatabase(url, { maxConnections: 1 });
  cleanup.add(() => database.close());
  const ids = await createRunRows(database, cleanup, ["Ours", "Reference"]);
  const letGo = new AbortController();
  cleanup.add(() => letGo.abort());
  const env = Object.fromEntries(
    Array.from({ length: SECRETS }, (_, index) => [
      `SECRET_${index}`,
      `value-${index}-of-a-secret`,
    ]),
  );
  const { context } = await createWorkerContext(
    { database },
    { dataDir: "", programs: { keeperPath: "", fakeClaude: "" }, env },
  );
  // What is stored is not sent anywhere: the way to viewers is measured by P-04.
  context.sink = { send: () => undefined };
  const open = async (runId: string): Promise<RunSession> => {
    const run = await readClaimedRun(database, runId);
    if (!run) throw new Error(`run ${runId}: expected its row, found none`);
    const feed = createRunFeed(context, {
      runId,
      fence: 1,
      nextSeq: 1,
      processNumber: () => 1,
      signal: letGo.signal,
    });
    const charge = { context, run, fence: 1, feed, signal: letGo.signal };
    return createSession(
      { ...charge, onSession: () => undefined, onBegun: () => undefined },
      {
        n: 1,
        dir: "",
        socketPath: "/nowhere",
        permissions: {} as RunSession["permissions"],
        variables: {},
        apiUrl: "",
      },
    );
  };
  const on = await open(ids[0] ?? "");
  const off = await open(ids[1] ?? "");
  const same = (text: string): string => text;
  off.redactor = { text: same, line: same, partial: same, plainLines: () => same };
  const { rows } = await database.pool.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  const backend = rows[0]?.pid ?? 0;
  const spentMs = async (session: RunSession): Promise<number> => {
    const batches = Array.from({ length: BATCHES }, (_, batch) => makeLines(session, batch));
    const beforeMs = ownCpuTimeMs() + cpuTimeOfMs(backend);
    for (const lines of batches) await ingestLines(session, lines);
    return ownCpuTimeMs() + cpuTimeOfMs(backend) - beforeMs;
  };
  const samples = await measurePairs({
    pairs,
    warmUp: 1,
    ours: () => spentMs(on),
    reference: () => spentMs(off),
  });
  return [
    judgeRatio({
      row: "P-16",
      name: `taking in ${BATCHES * LINES_AT_ONCE} lines, of the same without redaction`,
      unit: "CPU ms",
      limit: { kind: "atMost", value: RATIO_FLOOR },
      samples,
    }),
  ];
}

const offsets = new WeakMap<RunSession, number>();

function makeLines(session: RunSession, batch: number): SpoolLine[] {
  return Array.from({ length: LINES_AT_ONCE }, (_, index) => {
    const text = sampleLine(batch * LINES_AT_ONCE + index);
    const startOffset = offsets.get(session) ?? 0;
    const endOffset = startOffset + Buffer.byteLength(text) + 1;
    offsets.set(session, endOffset);
    return { text, startOffset, endOffset, skippedBytes: 0 };
  });
}
