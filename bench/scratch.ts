import { stat } from "node:fs/promises";
import path from "node:path";
import { readFile } from "node:fs/promises";
import { processDirFor } from "#server/agent/process-runtime.ts";
import { createCleanup } from "./rig/cleanup.ts";
import { startBenchProduct } from "./rig/product.ts";
const cleanup = createCleanup();
const n = Number(process.argv[2] ?? 6);
try {
  const b = await startBenchProduct(cleanup);
  const rows: Record<string, number>[] = [];
  for (let i = 0; i < n; i++) {
    const t = await b.createTicket("hold-the-turn");
    const ready = Date.now();
    await b.release(t);
    const answered = Date.now();
    const run = await b.waitForRun(t, ["running"]);
    const [r] = await b.database.prisma.$queryRaw<any[]>`SELECT (EXTRACT(EPOCH FROM "claimedAt")*1000)::float8 c, (EXTRACT(EPOCH FROM "createdAt")*1000)::float8 a FROM "Run" WHERE id=${run.id}`;
    const [e] = await b.database.prisma.$queryRaw<any[]>`SELECT (EXTRACT(EPOCH FROM "at")*1000)::float8 s FROM "RunEvent" WHERE "runId"=${run.id} AND kind='run_started'`;
    const dir = processDirFor(b.product.dataDir, run.id, 1);
    const birth = async (f: string) => (await stat(path.join(dir, f))).birthtimeMs;
    const agent = Number((await readFile(b.startsFile, "utf8")).split("\n").find((l) => l.startsWith(run.id))!.split(" ")[1]) / 1e6;
    const row = { ready: ready - r.c, answered: answered - r.c, admitted: r.a - r.c, claimed: 0, runStarted: e.s - r.c, keeperLog: await birth("keeper.log") - r.c, started: await birth("started") - r.c, stderr: await birth("stderr.log") - r.c, agent: agent - r.c };
    rows.push(row); await b.stopRun(run.id);
    console.log(Object.entries(row).map(([k, v]) => `${k} ${v.toFixed(0)}`).join("  "));
  }
} finally { await cleanup.run(); }
process.exit(0);
