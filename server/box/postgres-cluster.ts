/**
 * One private PostgreSQL cluster: created once, started, stopped. It listens on 127.0.0.1 only,
 * has no Unix socket and wants a password. Used by the box and, in scratch form, by the tests.
 */
import { execa } from "execa";
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { chown, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { sleep } from "../lib/abort.ts";
import { randomToken } from "../lib/ids.ts";
import { locatePrograms } from "./postgres-programs.ts";
import type { PostgresPrograms } from "./postgres-programs.ts";
import { stopLeftover } from "./postgres-leftover.ts";
import { canReach, ensureServerUser } from "./postgres-user.ts";
import type { ServerUser } from "./postgres-user.ts";

const ROLE = "signalbox";
const START_WITHIN_MS = 30_000;
const STOP_WITHIN_MS = 20_000;

export type ClusterOptions = {
  /** Absolute; the server's user must be able to enter it. `data`, copies of programs live here. */
  folder: string;
  port: number;
  password: string;
  /** Trades safety for speed: only for data that may be lost. */
  isScratch?: boolean;
  /** How long the server outlives a killed owner, so that children can still drain. */
  orphanGraceMs?: number;
  /** The server's own log, in pieces. */
  onLog?: (text: string) => void;
};

export type Cluster = {
  url(database: string): string;
  /** Resolves when the server is gone, whoever ended it. */
  exited: Promise<void>;
  /** Fast shutdown: sessions are cut, data is flushed. */
  stop(): Promise<void>;
};

/** Creates the cluster when its folder is new, ends a server left running there, and starts it. */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const user = await ensureServerUser();
  await prepareFolder(options.folder, user);
  const programs = await locatePrograms(user, path.join(options.folder, "programs"));
  const dataFolder = path.join(options.folder, "data");
  await stopLeftover(dataFolder);
  await createOnce(programs, dataFolder, user, options.password);
  await refuseOtherMajor(dataFolder, programs);
  const server = launch(programs, dataFolder, user, options);
  const url = (database: string) =>
    `postgres://${ROLE}:${options.password}@127.0.0.1:${options.port}/${database}`;
  await waitUntilReady(server, url("postgres"));
  return { url, exited: server.exited, stop: () => stopServer(server) };
}

async function prepareFolder(folder: string, user: ServerUser | null): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (user) await chown(folder, user.uid, user.gid);
  if (await canReach(folder, user)) return;
  throw new Error(
    `the database server runs as the user "postgres", who cannot enter ${folder}. Set SIGNALBOX_DATA_DIR to a folder below one that everybody may enter, such as /var/lib/signalbox, or set DATABASE_URL`,
  );
}

/** Works in a second folder and renames it, so that an interrupted creation leaves nothing behind. */
async function createOnce(
  programs: PostgresPrograms,
  dataFolder: string,
  user: ServerUser | null,
  password: string,
): Promise<void> {
  const isCreated = await readFile(path.join(dataFolder, "PG_VERSION")).then(
    () => true,
    () => false,
  );
  if (isCreated) return;
  const unfinished = `${dataFolder}.new`;
  const passwordFile = `${dataFolder}.password-${randomToken(6)}`;
  await rm(unfinished, { recursive: true, force: true });
  try {
    await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
    if (user) await chown(passwordFile, user.uid, user.gid);
    await execa(
      programs.initdb,
      [
        `--pgdata=${unfinished}`,
        `--pwfile=${passwordFile}`,
        `--username=${ROLE}`,
        "--auth=scram-sha-256",
        "--encoding=UTF8",
        // Sorting must not depend on the locales a machine happens to have.
        "--locale=C",
        "--locale-provider=builtin",
        "--builtin-locale=C.UTF-8",
        "--no-sync",
      ],
      { ...user, cwd: "/", stdin: "ignore" },
    );
  } finally {
    await rm(passwordFile, { force: true });
  }
  await rename(unfinished, dataFolder);
}

async function refuseOtherMajor(dataFolder: string, programs: PostgresPrograms): Promise<void> {
  const found = (await readFile(path.join(dataFolder, "PG_VERSION"), "utf8")).trim();
  const expected = programs.version.split(".")[0];
  if (found === expected) return;
  throw new Error(
    `${dataFolder} was made by PostgreSQL ${found}, this version brings ${expected}. Back up with the version that made it, move the folder away, start, and restore`,
  );
}

type Server = { process: ChildProcess; exited: Promise<void>; tail: () => string };

/**
 * The server is watched by a small shell that holds a pipe to us: when we are killed, the pipe
 * closes and the shell ends the server. Both run in their own session, out of reach of Ctrl+C. The
 * shell itself ignores SIGINT, the server's signal for a fast shutdown, and waits for the server.
 */
const GUARD = `trap '' INT
exec 3<&0
"$@" </dev/null 3<&- &
server=$!
( cat <&3 >/dev/null; sleep "$GRACE_SECONDS"; kill -INT "$server" ) >/dev/null 2>&1 &
watcher=$!
wait "$server"
code=$?
kill "$watcher" 2>/dev/null
exit "$code"`;

function launch(
  programs: PostgresPrograms,
  dataFolder: string,
  user: ServerUser | null,
  options: ClusterOptions,
): Server {
  const settings = {
    listen_addresses: "127.0.0.1",
    port: String(options.port),
    unix_socket_directories: "",
    max_connections: "120",
    log_timezone: "UTC",
    timezone: "UTC",
    ...(options.isScratch
      ? { fsync: "off", synchronous_commit: "off", full_page_writes: "off" }
      : {}),
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const child = spawn(
    "/bin/sh",
    ["-c", GUARD, "sh", programs.postgres, "-D", dataFolder, ...flags],
    {
      ...user,
      cwd: "/",
      detached: true,
      stdio: ["pipe", "ignore", "pipe"],
      env: {
        NODE_ENV: "production",
        PATH: "/usr/bin:/bin",
        LC_ALL: "C",
        GRACE_SECONDS: String((options.orphanGraceMs ?? 0) / 1000),
      },
    },
  );
  let tail = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    tail = (tail + text).slice(-4_000);
    options.onLog?.(text);
  });
  const exited = new Promise<void>((resolve) => {
    child.once("exit", () => resolve());
    child.once("error", () => resolve());
  });
  return { process: child, exited, tail: () => tail };
}

async function waitUntilReady(server: Server, url: string): Promise<void> {
  let hasExited = false;
  void server.exited.then(() => (hasExited = true));
  const deadline = performance.now() + START_WITHIN_MS;
  for (;;) {
    if (await answers(url)) return;
    if (hasExited) throw new Error(`the database server did not start:\n${server.tail().trim()}`);
    if (performance.now() > deadline) {
      await stopServer(server);
      throw new Error(
        `the database server did not answer within ${START_WITHIN_MS / 1000} s:\n${server.tail().trim()}`,
      );
    }
    await sleep(25);
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function stopServer(server: Server): Promise<void> {
  const { process: child } = server;
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  // The whole session: SIGINT is a fast shutdown for the server; the shell waits for it.
  const deadline = setTimeout(() => signalGroup(child, "SIGQUIT"), STOP_WITHIN_MS);
  signalGroup(child, "SIGINT");
  await server.exited;
  clearTimeout(deadline);
  child.stdin?.destroy();
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
