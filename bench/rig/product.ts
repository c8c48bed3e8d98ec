/**
 * The whole product for a benchmark: the built box with its embedded database, web, worker and
 * keepers, a workspace with one agent, and the benchmark's own program as `claude`.
 */
import { writeFileSync } from "node:fs";
import { chmod, copyFile, mkdir, readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { readProcess } from "#server/agent/folder-state.ts";
import { createProcessRuntime, processDirFor } from "#server/agent/process-runtime.ts";
import { findEmbeddedUrl } from "#server/box/database.ts";
import { describeDataFolder } from "#server/box/data-folder.ts";
import { findHolder } from "#server/box/instance-lock.ts";
import type { RunDetail } from "#server/contracts/run.ts";
import { findProjectRoot } from "#server/lib/project-root.ts";
import { createDatabase } from "#server/store/client.ts";
import type { Database } from "#server/store/client.ts";
import { makeScratchFolder } from "#server/testing/scratch-folder.ts";
import { waitFor } from "#server/testing/wait-for.ts";
import { startProduct } from "../../e2e/support/product.ts";
import type { Product } from "../../e2e/support/product.ts";
import type { Cleanup } from "./cleanup.ts";
import { stopWhenKilled } from "./guard.ts";

const AGENT = "bench";
/** Agents here cost nothing, but each reserves a dollar. */
const BUDGET_USD = 1_000;

export interface BenchProduct {
  product: Product;
  /** The product's own database, for what only it knows. */
  database: Database;
  agentPath: string;
  /** Agents append `<run id> <nanoseconds since 1970>` as the first thing they do. */
  startsFile: string;
  /** A ticket that waits in Backlog; returns its number. */
  createTicket(title: string): Promise<number>;
  /** Moves it to the column whose rule starts the agent. */
  release(ticket: number): Promise<void>;
  /** The ticket's newest run once it is in one of these states. */
  waitForRun(ticket: number, states: string[]): Promise<RunDetail>;
  stopRun(runId: string): Promise<void>;
  spoolPath(runId: string): string;
}

export interface BenchProductOptions {
  /** Places for agents at once; absent: as many as usual. */
  places?: number;
  /** Of the rule that starts the agent; absent: one run at a time. */
  concurrencyGroup?: string;
}

export async function startBenchProduct(
  cleanup: Cleanup,
  { places, concurrencyGroup }: BenchProductOptions = {},
): Promise<BenchProduct> {
  const scratch = await makeScratchFolder("bench");
  cleanup.add(() => scratch.remove());
  const agentPath = path.join(scratch.path, "agent.sh");
  await copyFile(path.join(findProjectRoot(), "bench/rig/agent.sh"), agentPath);
  await chmod(agentPath, 0o755);
  const startsFile = path.join(scratch.path, "starts");
  await writeFile(startsFile, "");
  const aliveFile = path.join(scratch.path, "alive");
  const touch = (): void => writeFileSync(aliveFile, "");
  touch();
  const touching = setInterval(touch, 1_000);
  cleanup.add(() => clearInterval(touching));
  const workspace = path.join(scratch.path, "workspace");
  await makeWorkspace(workspace, concurrencyGroup);

  const product = await startProduct({
    SIGNALBOX_CLAUDE_BIN: agentPath,
    SIGNALBOX_ROOTS: scratch.path,
    SIGNALBOX_AGENT_ENV: "BENCH_STARTS,BENCH_ALIVE",
    BENCH_STARTS: startsFile,
    BENCH_ALIVE: aliveFile,
    ...(places === undefined ? {} : { SIGNALBOX_MAX_RUNS: String(places) }),
  });
  cleanup.add(() => product.stop());
  const box = await findHolder(describeDataFolder(product.dataDir).lockFile);
  if (box !== null) stopWhenKilled(box.pid, cleanup);
  cleanup.add(() => endLeftovers(product.dataDir));
  const databaseUrl = await findEmbeddedUrl(describeDataFolder(product.dataDir));
  if (databaseUrl === null) throw new Error("product: expected an embedded database, found none");
  const database = createDatabase(databaseUrl, { maxConnections: 2 });
  cleanup.add(() => database.close());

  const project = await product.api<{ slug: string }>("POST", "/projects", {
    name: "Bench",
    workspacePath: workspace,
    dailyBudgetUsd: null,
  });
  const at = `/projects/${project.slug}`;
  await waitFor(() => database.prisma.member.findFirst({ where: { slug: AGENT } }), {
    what: "the agent of the workspace",
  });
  const runOf = (ticket: number) =>
    database.prisma.run.findFirst({
      where: { ticket: { number: ticket } },
      orderBy: { createdAt: "desc" },
      select: { id: true, state: true },
    });

  return {
    product,
    database,
    agentPath,
    startsFile,
    async createTicket(title) {
      const body = { title, status: "Backlog", assignedTo: AGENT };
      return (await product.api<{ id: number }>("POST", `${at}/tickets`, body)).id;
    },
    async release(ticket) {
      await product.api("PATCH", `${at}/tickets/${ticket}/status`, { status: "Todo" });
    },
    async waitForRun(ticket, states) {
      const { id } = await waitFor(
        async () => {
          const run = await runOf(ticket);
          return run !== null && states.includes(run.state) ? run : null;
        },
        { timeoutMs: 30_000, what: `a run of #${ticket} that is ${states.join(" or ")}` },
      );
      return product.api<RunDetail>("GET", `${at}/runs/${id}`);
    },
    async stopRun(runId) {
      await product.api("POST", `${at}/runs/${runId}/stop`, {});
      await waitFor(() => database.prisma.run.findFirst({ where: { id: runId, state: "ended" } }), {
        timeoutMs: 30_000,
        what: `the end of run ${runId}`,
      });
    },
    spoolPath: (runId) =>
      createProcessRuntime({ keeperPath: "" }).stdoutPath(processDirFor(product.dataDir, runId, 1)),
  };
}

async function makeWorkspace(folder: string, concurrencyGroup?: string): Promise<void> {
  await mkdir(path.join(folder, ".agents/skills"), { recursive: true });
  await writeFile(path.join(folder, `.agents/skills/${AGENT}.md`), "You are measured.\n");
  const automations = {
    dailyBudgetUsd: BUDGET_USD,
    automations: [
      {
        id: "start",
        name: "Start",
        trigger: { type: "ticketInColumn", columns: ["Todo"], assigneeSlug: AGENT },
        actions: [
          { type: "moveTicketStatus", to: "InProgress" },
          { type: "runAgent", agent: AGENT, concurrencyGroup },
        ],
      },
    ],
  };
  await writeFile(path.join(folder, ".agents/automations.json"), JSON.stringify(automations));
}

/** Agents outlive the box by design; what a failed benchmark left running is ended by its identity. */
async function endLeftovers(dataDir: string): Promise<void> {
  const runtime = createProcessRuntime({ keeperPath: "" });
  const runs = path.join(dataDir, "runs");
  for (const runId of await readdir(runs).catch(() => [])) {
    const record = await readProcess(processDirFor(dataDir, runId, 1));
    if (record === null || runtime.isAlive(record.keeper) !== "alive") continue;
    await runtime.endTree({ runId, agent: record.agent });
  }
}
