/**
 * What worker and keeper say to each other: the files of a process folder `<data>/runs/<run>/<n>/`
 * and the lines on the keeper's socket. Types and constants only, so that the keeper's bundle stays
 * small. The protocol has a version; a worker speaks the current and the previous one (rule 42).
 */
export const KEEPER_PROTOCOL = 1;

/** Argument of a keeper that is to open a namespace while it waits for its spec. */
export const CONTAIN_FLAG = "--contain";

/** Names inside a process folder. */
export const FILES = {
  /** Written by the worker (0600: holds tokens), removed by the keeper once it has read it. */
  spec: "spec.json",
  /** Created exclusively; whoever creates it owns the start (rule 7). */
  started: "started",
  /** Identities of keeper and agent. */
  process: "process.json",
  /** Written last, when the process is gone and the marker scan is clean. */
  exit: "exit.json",
  stdout: "stdout.ndjson",
  stderr: "stderr.log",
  /** Control lines, appended before the keeper acts on them. */
  control: "control.ndjson",
  /** Touched by the worker after each committed lease renewal (rule 10). */
  beat: "beat",
  /** What went wrong in the keeper itself. */
  keeperLog: "keeper.log",
} as const;

/**
 * One process among all that ever ran (rule 26). `startTime` is in clock ticks since boot, as in
 * `/proc/<pid>/stat`; `pidNamespace` is the inode of `/proc/self/ns/pid`.
 */
export type ProcessIdentity = {
  bootId: string;
  pidNamespace: string;
  pid: number;
  startTime: number;
};

/**
 * How the processes of a run are held together. `pid_namespace`: all of them end with its first one, the
 * kernel sees to it. `process_group`: they are found by group, session, marker and descent.
 */
export type Containment = "pid_namespace" | "process_group";

/** A user line of the prompt; `id` becomes the line's `uuid`. */
export type PromptLine = { id: string; text: string };

/** Everything a keeper needs. All durations in ms on the monotonic clock: suspend does not count. */
export type KeeperSpec = {
  protocol: number;
  runId: string;
  /** Number of the process inside the run, from 1. */
  n: number;
  fence: number;
  claudePath: string;
  argv: string[];
  /** Whole environment of the agent; must hold `SIGNALBOX_RUN_ID`. */
  env: Record<string, string>;
  cwd: string;
  prompt: PromptLine[];
  socketPath: string;
  wallClockMs: number;
  /** Limit of stdout and stderr together. */
  spoolLimitBytes: number;
  /** Of a single file that a process of the run writes (SIGXFSZ); absent: none. */
  fileLimitBytes?: number;
  /** Processes of the run at one time; absent: none. */
  processLimit?: number;
  /** What the machine allows, as the worker found it; absent: `process_group`. */
  containment?: Containment;
  orphanLimitMs: number;
  /** With no worker connected: stdin closes this long after the last result. */
  closeStdinAfterResultMs: number;
  /** After stdin was closed: time to exit by itself. */
  endGraceMs: number;
  /** Stop ladder: after the interrupt, until SIGTERM. */
  interruptGraceMs: number;
  /** Stop ladder: after SIGTERM, until SIGKILL. */
  termGraceMs: number;
};

/** Content of `started`. */
export type StartedRecord =
  | { word: "keeper"; runId: string; n: number; fence: number; keeper: ProcessIdentity }
  | { word: "abandoned"; fence: number };

/** Content of `process.json`. */
export type ProcessRecord = {
  protocol: number;
  runId: string;
  n: number;
  fence: number;
  keeper: ProcessIdentity;
  agent: ProcessIdentity;
  /** Absent in records of earlier versions. */
  containment?: Containment;
  /** First process of the agent's pid namespace, where it has one. */
  namespaceInit?: ProcessIdentity | null;
  socketPath: string;
  /** ISO time. */
  startedAt: string;
};

/**
 * Who brought the end about.
 * - `agent`: it exited by itself with stdin open (or crashed).
 * - `end`: the worker asked for the orderly end · `stop`: the worker asked for the ladder.
 * - `result_idle`: no worker was connected after a last result · `orphan`: no beat for too long.
 * - `wall_clock`, `spool_limit`, `process_limit`: limits · `signal`: somebody sent SIGTERM to the keeper.
 * - `spawn_error`: there never was a process.
 */
export type EndedBy =
  | "agent"
  | "end"
  | "stop"
  | "result_idle"
  | "orphan"
  | "wall_clock"
  | "spool_limit"
  | "process_limit"
  | "signal"
  | "spawn_error";

/** Content of `exit.json`. */
export type ExitRecord = {
  protocol: number;
  runId: string;
  n: number;
  code: number | null;
  signal: string | null;
  endedBy: EndedBy;
  /** The strongest signal we had to send to the agent; null: it went by itself. */
  forcedBy: "SIGTERM" | "SIGKILL" | null;
  /** Processes of this run that were still there after the agent's end and were killed. */
  leftovers: number;
  spawnError: string | null;
  startedAt: string;
  /** ISO time of the agent's exit. */
  exitedAt: string;
  /** ISO time of the clean scan. */
  endedAt: string;
  durationMs: number;
  stdoutBytes: number;
};

type ControlBase = {
  /** Unique per command; a known id is ignored. For `user` it is the message's uuid. */
  id: string;
  /** Fence of the worker's claim; lower than the highest seen is ignored. */
  fence: number;
};

/** One line from the worker to the keeper. */
export type ControlLine = ControlBase &
  (
    | /** Raises the fence and proves that the keeper lives. */ { kind: "ping" }
    | /** A message. `now` ends the turn after the running tool. */ {
        kind: "user";
        text: string;
        priority?: "now" | "next";
      }
    | /** Ends the running turn; the process lives on. */ { kind: "interrupt" }
    | /** Answer to a `can_use_tool` request, see `control-lines.ts`. */ {
        kind: "answer";
        requestId: string;
        response: Record<string, unknown>;
      }
    | /** Any other control request of the CLI, e.g. `set_permission_mode`. */ {
        kind: "request";
        request: { subtype: string } & Record<string, unknown>;
      }
    | /** Halts or resumes the wall clock (waiting for an answer is not counted). */ {
        kind: "clock";
        state: "paused" | "running";
      }
    | /** Orderly end: stdin closes, then grace, then the ladder. */ { kind: "end" }
    | /** The whole ladder at once. */ { kind: "stop" }
  );

/** What the keeper answers, one line per control line, after it was logged and acted on. */
export type ControlAck = {
  id: string;
  status: "ok" | "ignored" | "error";
  /** `known_id`, `stale_fence` (ignored); `stdin_closed`, `ending`, `bad_line` (error). */
  reason?: string;
};
