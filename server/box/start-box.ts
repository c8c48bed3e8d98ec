/**
 * The order in which an installation comes up and goes down. Every part that was started is put on
 * one list, which is worked off backwards at the end or when a later part fails to start.
 */
import path from "node:path";
import pg from "pg";
import { EnvError } from "../env.ts";
import type { Env } from "../env.ts";
import { systemClock } from "../lib/clock.ts";
import { findProgram } from "../lib/find-program.ts";
import { createLogger } from "../lib/logger.ts";
import { findProjectRoot } from "../lib/project-root.ts";
import { TMUX_MISSING } from "../lib/tmux-window.ts";
import { migrate } from "../store/migrate.ts";
import { START_DEATHS, START_WITHIN_MS } from "../tunables.ts";
import { countRunningAgents, stopRunningAgents } from "./active-runs.ts";
import { claimPort, localAddress } from "./address.ts";
import { describeChildren } from "./children.ts";
import type { ChildSettings } from "./children.ts";
import { openBoxDatabase } from "./database.ts";
import { prepareDataFolder } from "./data-folder.ts";
import { waitForHealth } from "./health.ts";
import { ensureInstallation } from "./installation.ts";
import { takeInstanceLock } from "./instance-lock.ts";
import { openLogFile } from "./log-file.ts";
import { createLoginLink } from "./login-link.ts";
import { superviseChild } from "./supervise-child.ts";
import type { ChildProgram, SupervisedChild } from "./supervise-child.ts";
import type { Terminal } from "./terminal.ts";

/** The children of a killed box leave within 5 s; a bit more for the sockets to close. */
const LEFTOVER_PATIENCE_MS = 8_000;

export type RunningBox = {
  address: string;
  loginLink: string;
  dataDir: string;
  children: SupervisedChild[];
  countAgents(): Promise<number>;
  stopAgents(): Promise<void>;
  /** Ends everything in order; running agents go on. */
  stop(): Promise<void>;
};

export type BoxOptions = {
  env: Env;
  isDev: boolean;
  terminal: Terminal;
  /** What to keep running; the product's own programs unless a test brings others. */
  describePrograms?: (settings: ChildSettings) => ChildProgram[];
};

/** Starts database, `web` and `worker`, and resolves when the board answers. */
export async function startBox(options: BoxOptions): Promise<RunningBox> {
  const { env, isDev, terminal, describePrograms = describeChildren } = options;
  const stops: (() => Promise<void> | void)[] = [];
  const stop = async () => {
    for (let end = stops.pop(); end; end = stops.pop()) await end();
  };
  try {
    return await startParts();
  } catch (error) {
    await stop();
    throw error;
  }

  async function startParts(): Promise<RunningBox> {
    if (env.isTmuxOn && (await findProgram("tmux", process.env["PATH"] ?? "")) === null) {
      throw new EnvError(TMUX_MISSING);
    }
    const projectRoot = findProjectRoot();
    const folder = await prepareDataFolder(env);
    const openLog = (name: string) => {
      const log = openLogFile(path.join(folder.logs, `${name}.log`));
      stops.push(() => log.close());
      return log;
    };
    const lock = await takeInstanceLock(folder.lockFile, systemClock.now());
    stops.push(() => lock.release());
    const boxLog = openLog("box");
    const logger = createLogger("box", env.logLevel, { write: (line) => boxLog.write(line) });
    const port = await claimPort(env, lock.wasTakenOver ? LEFTOVER_PATIENCE_MS : 0);
    const address = localAddress(env.host, port);
    await lock.setAddress(address);

    const postgresLog = openLog("postgres");
    const opened = await terminal.step("Database", async () => {
      const value = await openBoxDatabase(env, folder, (text) => postgresLog.write(text));
      return { value, outcome: value.isEmbedded ? "started" : "connected" };
    });
    stops.push(() => opened.stop());

    await terminal.step("Migrations", async () => {
      const value = await migrate(opened.url, {
        folder: path.join(projectRoot, "prisma/migrations"),
      });
      return { value, outcome: value.length === 0 ? "up to date" : `${value.length} applied` };
    });

    const pool = new pg.Pool({ connectionString: opened.url, max: 2 });
    // Without a listener a restart of the database server would end the box.
    pool.on("error", (error) => logger.warn({ err: error }, "database connection lost"));
    stops.push(() => pool.end());
    const installation = await ensureInstallation(pool, folder, env, systemClock.now());

    const programs = describePrograms({
      projectRoot,
      isDev,
      databaseUrl: opened.url,
      host: env.host,
      port,
      dataDir: env.dataDir,
    });
    const logs = new Map(programs.map((program) => [program.name, openLog(program.name)]));
    let isUp = false;
    let earlyDeaths = 0;
    const giveUp = new AbortController();
    const children = programs.map((program) =>
      superviseChild(program, {
        onStart: (pid) => logger.info({ child: program.name, childPid: pid }, "child started"),
        onOutput: (chunk) => {
          logs.get(program.name)?.write(chunk);
          if (isDev) process.stderr.write(chunk);
        },
        onDeath: (death) => {
          logger.error({ child: program.name, ...death }, "child died");
          if (!isUp) {
            earlyDeaths += 1;
            if (earlyDeaths >= START_DEATHS) giveUp.abort();
            return;
          }
          const how = death.signal ?? `code ${death.code}`;
          terminal.say(`${program.name} ended (${how}); starting again, see ${folder.logs}`);
        },
      }),
    );
    stops.push(async () => {
      await Promise.all(children.map((child) => child.stop()));
    });

    await terminal.step("Web and worker", async () => {
      const health = await waitForHealth(address, START_WITHIN_MS, giveUp.signal);
      if (health.isHealthy) return { value: undefined, outcome: "ready" };
      const tails = [...logs].map(([name, log]) => `${name}: ${log.tail().trim().slice(-1_500)}`);
      throw new Error(
        `the board did not become ready (${health.detail}). Last words:\n${tails.join("\n")}`,
      );
    });
    isUp = true;

    return {
      address,
      loginLink: await createLoginLink(pool, {
        baseUrl: env.publicUrl?.replace(/\/$/, "") ?? address,
        userId: installation.ownerId,
        now: systemClock.now(),
      }),
      dataDir: folder.root,
      children,
      countAgents: () => countRunningAgents(pool),
      stopAgents: () => stopRunningAgents(opened.url, installation.ownerId, systemClock.now()),
      stop,
    };
  }
}
