/**
 * A window of tmux per run, for people who live in terminals (rule 44). A view only: it runs
 * `signalbox tail`, closing it ends nothing, and no fault of tmux ever reaches the run.
 */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Logger } from "../lib/logger.ts";
import { describeError } from "../lib/result.ts";
import { TMUX_SESSION, tmuxWindowName } from "../lib/tmux-window.ts";
import type { WindowOwner } from "../lib/tmux-window.ts";
import type { RunWindows } from "./context.ts";

/**
 * A window stays this long after its run's end, so that the end can be read; Ctrl+C closes it sooner.
 * Each is a process that waits: longer, and a busy board would keep dozens.
 */
const LINGER_SECONDS = 120;
const TMUX_WITHIN_MS = 10_000;
/** The server outlives us: it gets what a terminal needs and none of our secrets. */
const ENV_NAMES = [
  "PATH",
  "HOME",
  "USER",
  "SHELL",
  "LANG",
  "LC_ALL",
  "TZ",
  "TMPDIR",
  "TMUX_TMPDIR",
];

const run = promisify(execFile);

type TmuxOptions = {
  /** Absolute path of tmux. */
  tmux: string;
  /** Our command line: `dist/cli.js`. */
  cliPath: string;
  dataDir: string;
  env: Record<string, string | undefined>;
  log: Logger;
};

/** Opens a run's window unless it is open. */
export function createTmuxWindows(options: TmuxOptions): RunWindows {
  const env = Object.fromEntries(
    ENV_NAMES.flatMap((name) => (options.env[name] ? [[name, options.env[name]]] : [])),
  ) as NodeJS.ProcessEnv;
  const tmux = (...args: string[]) =>
    run(options.tmux, ["-u", ...args], { env, timeout: TMUX_WITHIN_MS });

  const openWindow = async (owner: WindowOwner): Promise<void> => {
    const name = tmuxWindowName(owner);
    if ((await listNames()).includes(name)) return;
    // As several words tmux starts the program itself: no shell sees them.
    const program = [
      "env",
      `SIGNALBOX_DATA_DIR=${options.dataDir}`,
      process.execPath,
      options.cliPath,
      ...["tail", owner.runId, "--linger", String(LINGER_SECONDS)],
    ];
    const isInSession = await tmux("has-session", "-t", `=${TMUX_SESSION}`).then(
      () => true,
      () => false,
    );
    if (isInSession)
      await tmux("new-window", "-d", "-t", `=${TMUX_SESSION}:`, "-n", name, ...program);
    else await tmux("new-session", "-d", "-s", TMUX_SESSION, "-n", name, ...program);
  };
  const listNames = async (): Promise<string[]> => {
    const format = ["-F", "#{window_name}"];
    const { stdout } = await tmux("list-windows", "-t", `=${TMUX_SESSION}`, ...format).catch(
      () => ({ stdout: "" }),
    );
    return stdout.split("\n");
  };

  // One after the other: two that find no session would both make one.
  let last: Promise<void> = Promise.resolve();
  return {
    open(owner) {
      last = last
        .then(() => openWindow(owner))
        .catch((error: unknown) =>
          options.log.warn(
            { run: owner.runId, reason: describeError(error) },
            "no tmux window could be opened; the run goes on without one",
          ),
        );
      return last;
    },
  };
}
