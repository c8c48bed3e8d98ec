/** One board with its database, data folder, workspace, rules and agents: what a scenario hurts. */
import { mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { readProcess, readStarted } from "#server/agent/folder-state.ts";
import { signalProcess } from "#server/agent/identity.ts";
import { sweepRun } from "#server/agent/process-tree.ts";
import { createTicket } from "#server/commands/create-ticket.ts";
import { pauseProject } from "#server/commands/pause-project.ts";
import { releaseGroup } from "#server/commands/release-group.ts";
import { isFailure } from "#server/contracts/failure.ts";
import { findProjectRoot } from "#server/lib/project-root.ts";
import { createDatabase } from "#server/store/client.ts";
import type { Database } from "#server/store/client.ts";
import { createEngineProject } from "#server/worker/fixtures/project.ts";
import type { EngineProject } from "#server/worker/fixtures/project.ts";
import { waitFor } from "../../wait-for.ts";
import { spawnWorker } from "./worker.ts";
import type { ChaosWorker, WorkerOptions } from "./worker.ts";

/** Longer than tidying takes on a busy machine. */
const TIDY_WITHIN_MS = 10_000;

/** Group of each agent: two share one, so that a group holds more than an agent's own tickets. */
export const GROUPS: Record<string, string> = {
  ann: "front",
  bob: "front",
  cid: "back",
  dan: "side",
};
export const AGENTS = Object.keys(GROUPS);

/** A keeper whose driver died ends its agent after this long, s. */
const ORPHAN_LIMIT_SECONDS = 300;

export interface Installation {
  database: Database;
  databaseName: string;
  databaseUrl: string;
  dataDir: string;
  project: EngineProject;
  /** The agents' own log. */
  agentsLog: string;
  /** The board's address is known, as that of process `pid`; without one this one stands in for web. */
  showWeb(pid?: number): Promise<void>;
  /** It is not: what is admitted waits. */
  hideWeb(): Promise<void>;
  /** Text of a file of the workspace; "" when it is not there. */
  readWorkspace(name: string): Promise<string>;
  /** A ticket in Todo whose agent plays that scenario; returns its number. */
  addTicket(scenario: string, agent?: string): Promise<number>;
  /** Lets others write where parked runs left changes, as a person does whose board stands still. */
  releaseGroups(): Promise<void>;
  startWorker(options?: WorkerOptions): Promise<ChaosWorker>;
  processDir(runId: string, n?: number): string;
  /** No new starts; resolves when every run has ended. */
  settle(timeoutMs?: number): Promise<void>;
  /** Ends every process of it and removes its folders. */
  remove(): Promise<void>;
}

export interface InstallationOptions {
  databaseUrl: string;
  /** Made by this call, removed by `remove`. */
  dataDir: string;
  env?: Record<string, string>;
  speed?: number;
  /** Actions behind the agent of every rule. */
  actionsAfter?: object[];
  orphanLimitSeconds?: number;
  /** A question that nobody answers is parked after this long. */
  answerWaitSeconds?: number;
}

export async function createInstallation(options: InstallationOptions): Promise<Installation> {
  const { databaseUrl, dataDir } = options;
  const { database, project } = await createBoard(options);
  const agentsLog = path.join(dataDir, "agents.ndjson");
  // Agents only start while the board's address is known; here this process stands in for web.
  const webFile = path.join(dataDir, "web.json");
  const showWeb = (pid = process.pid): Promise<void> =>
    writeFile(webFile, JSON.stringify({ port: 9, pid }));
  await showWeb();
  const environment = {
    PATH: process.env["PATH"] ?? "/usr/bin:/bin",
    HOME: dataDir,
    NODE_ENV: "production",
    DATABASE_URL: `${databaseUrl}?application_name=worker`,
    SIGNALBOX_DATA_DIR: dataDir,
    SIGNALBOX_CLAUDE_BIN: path.join(findProjectRoot(), "dist/fake-claude.js"),
    SIGNALBOX_ALLOW_SCRIPTS: "true",
    SIGNALBOX_AGENT_ENV: "FAKE_CLAUDE_LOG,FAKE_CLAUDE_SPEED,FAKE_CLAUDE_STATE",
    FAKE_CLAUDE_LOG: agentsLog,
    FAKE_CLAUDE_STATE: path.join(dataDir, "sessions"),
    FAKE_CLAUDE_SPEED: String(options.speed ?? 8),
    LOG_LEVEL: "info",
    ...options.env,
  };
  const workers: ChaosWorker[] = [];
  let removing: Promise<void> | undefined;
  const processDir = (runId: string, n = 1): string => path.join(dataDir, "runs", runId, String(n));

  return {
    database,
    databaseName: new URL(databaseUrl).pathname.slice(1),
    databaseUrl,
    dataDir,
    project,
    agentsLog,
    showWeb,
    hideWeb: () => rm(webFile, { force: true }),
    readWorkspace: (name) =>
      readFile(path.join(project.workspace.path, name), "utf8").catch(() => ""),
    async addTicket(scenario, agent = "ann") {
      const { number } = await createTicket(
        database,
        project.owner,
        {
          title: `scenario: ${scenario}`,
          status: "Todo",
          assignedTo: agent,
          projectId: project.project.id,
        },
        new Date(),
      );
      return number;
    },
    async releaseGroups() {
      const held = await database.prisma.run.findMany({
        where: { holdsGroup: true, state: "ended" },
        select: { id: true },
      });
      for (const { id: runId } of held) {
        const input = { projectId: project.project.id, runId };
        await releaseGroup(database, project.owner, input).catch((error: unknown) => {
          // A worker that found the folder clean was quicker.
          if (!isFailure(error)) throw error;
        });
      }
    },
    async startWorker(worker = {}) {
      const started = spawnWorker(environment, path.join(dataDir, "worker.log"), worker);
      workers.push(started);
      await started.up();
      return started;
    },
    processDir,
    async settle(timeoutMs = 90_000) {
      await pauseProject(
        database,
        project.owner,
        { projectId: project.project.id, paused: true },
        new Date(),
      );
      await waitFor(async () => (await activeRuns(database)) === 0, {
        timeoutMs,
        intervalMs: 100,
        what: "the end of all runs",
      });
      // A run's files are tidied right after its end. What is left later is for the judge.
      await waitFor(async () => (await untidiedRuns(database)) === 0, {
        timeoutMs: TIDY_WITHIN_MS,
        intervalMs: 100,
      }).catch(() => undefined);
    },
    remove: () => (removing ??= remove()),
  };

  async function remove(): Promise<void> {
    await Promise.all(workers.map((worker) => worker.end("SIGKILL")));
    await endLeftovers(dataDir);
    await database.close();
    await project.workspace.remove();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
}

export async function activeRuns(database: Database): Promise<number> {
  return database.prisma.run.count({ where: { state: { not: "ended" } } });
}

/** Ended runs of which something raw may be left. */
function untidiedRuns(database: Database): Promise<number> {
  return database.prisma.run.count({ where: { state: "ended", tokenSecret: { not: null } } });
}

async function createBoard(options: InstallationOptions) {
  const { databaseUrl, dataDir } = options;
  await mkdir(dataDir, { recursive: true });
  const database = createDatabase(databaseUrl, { maxConnections: 4 });
  const seconds = options.orphanLimitSeconds ?? ORPHAN_LIMIT_SECONDS;
  await database.prisma.$executeRawUnsafe(
    `ALTER TABLE "Run" ALTER COLUMN "orphanLimitSeconds" SET DEFAULT ${Math.round(seconds)}`,
  );
  const after = options.actionsAfter ?? [{ type: "moveTicketStatus", to: "Review" }];
  const project = await createEngineProject(database, {
    agents: AGENTS,
    skills: Object.fromEntries(AGENTS.map((agent) => [agent, `You are ${agent}.\n`])),
    root: { dailyBudgetUsd: null },
    rules: AGENTS.map((agent) => ({
      id: agent,
      trigger: { type: "ticketInColumn", columns: ["Todo"], assigneeSlug: agent, seconds: 1 },
      actions: [
        { type: "moveTicketStatus", to: "InProgress" },
        { type: "runAgent", agent, concurrencyGroup: GROUPS[agent], maxCostUsd: 1 },
        ...after,
      ],
    })),
  });
  if (options.answerWaitSeconds !== undefined) {
    await database.prisma.project.update({
      where: { id: project.project.id },
      data: { answerWaitSeconds: options.answerWaitSeconds },
    });
  }
  return { database, project };
}

/** Keepers and agents outlive their worker by design; none may outlive the scenario. */
async function endLeftovers(dataDir: string): Promise<void> {
  const runs = path.join(dataDir, "runs");
  for (const runId of await readdir(runs).catch(() => [])) {
    for (const n of await readdir(path.join(runs, runId)).catch(() => [])) {
      const dir = path.join(runs, runId, n);
      const started = await readStarted(dir).catch(() => null);
      const record = await readProcess(dir).catch(() => null);
      const keeper = record?.keeper ?? (started?.word === "keeper" ? started.keeper : null);
      if (keeper) signalProcess(keeper, "SIGKILL");
      await sweepRun({ runId, agent: record?.agent ?? null });
    }
  }
}
