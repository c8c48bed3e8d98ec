/**
 * The interface between the worker and whatever runs agents. The local implementation is
 * `createProcessRuntime` (`process-runtime.ts`): one keeper per process, see `keeper/main.ts`.
 *
 * How a run goes, seen from the worker:
 *
 *  1. `start(spec)` creates the folder, writes the spec, launches the keeper and resolves once the
 *     agent has a pid (`ok`) or will never have one. The claim and the session row are committed
 *     before it is called; only an idle keeper may have been booted before (`prepare`).
 *  2. `connect(record, fence)` opens the control socket. `connection.send(line)` resolves with the
 *     keeper's acknowledgement; a line may be sent again with the same id after a lost connection.
 *  3. `openTailer` (`tailer.ts`) on `stdoutPath(dir)` from the stored offset → `createRedactor`
 *     → `createNormaliser().push(line)` → events for the database.
 *  4. `beat(dir)` after each committed lease renewal, so that the keeper knows it is not orphaned.
 *  5. With the last result stored and nothing pending: `send({kind: "end"})`. To stop: `{kind: "stop"}`.
 *     Both return at once; the end is the appearance of `exit.json` (`waitForExit`), which is written
 *     only when no process with the run's marker is left.
 *  6. Then `tailer.drain()`, `classifyEnding`, settle.
 *
 * After a crash of the worker: `inspect(dir)` says how far the start got and what is alive;
 * `connect` with the raised fence takes the run over; `abandon(dir, fence)` claims a start that no
 * keeper has claimed; `endTree` ends what a dead keeper left behind.
 *
 * Nothing here knows the database, tickets or automations.
 */
import type {
  ControlAck,
  ControlLine,
  ExitRecord,
  KeeperSpec,
  ProcessIdentity,
  ProcessRecord,
  StartedRecord,
} from "./keeper/protocol.ts";

export type {
  Containment,
  ControlAck,
  ControlLine,
  EndedBy,
  ExitRecord,
  KeeperSpec,
  ProcessIdentity,
  ProcessRecord,
  PromptLine,
  StartedRecord,
} from "./keeper/protocol.ts";

/** Limits that have a default (`defaultLimits`, milliseconds and bytes). */
export type Limits = Pick<
  KeeperSpec,
  | "wallClockMs"
  | "spoolLimitBytes"
  | "fileLimitBytes"
  | "processLimit"
  | "orphanLimitMs"
  | "closeStdinAfterResultMs"
  | "endGraceMs"
  | "interruptGraceMs"
  | "termGraceMs"
>;

export const defaultLimits: Limits = {
  wallClockMs: 4 * 60 * 60_000,
  spoolLimitBytes: 1024 * 1024 * 1024,
  orphanLimitMs: 60 * 60_000,
  closeStdinAfterResultMs: 60_000,
  endGraceMs: 10_000,
  interruptGraceMs: 3_000,
  termGraceMs: 5_000,
};

/** What the worker gives; limits left out are `defaultLimits`. */
export type StartSpec = Omit<KeeperSpec, keyof Limits | "protocol" | "containment"> &
  Partial<Limits> & {
    /** The process folder `<data>/runs/<run>/<n>`; created 0700. */
    dir: string;
  };

export type StartResult =
  | { ok: true; process: ProcessRecord }
  | {
      ok: false;
      /**
       * `abandoned`: another worker claimed this start first · `spawn_error`: the program could not
       * be started (`exit.json` exists) · `keeper_failed`: the keeper died or did not answer in time.
       */
      reason: "abandoned" | "spawn_error" | "keeper_failed";
      message: string;
    };

/** `foreign`: another boot or pid namespace, not ours to judge: alive until the orphan limit. */
export type Liveness = "alive" | "gone" | "foreign";

/** How far a process folder got. `null`: the file is not there (yet). */
export type FolderState = {
  started: StartedRecord | null;
  process: ProcessRecord | null;
  exit: ExitRecord | null;
  /** Of the pid in `started` or `process`; null when neither exists or the start was abandoned. */
  keeper: Liveness | null;
  agent: Liveness | null;
};

export type Connection = {
  /** Rejects when the connection is lost before the acknowledgement came. */
  send(line: ControlLine): Promise<ControlAck>;
  /** Resolves when the connection is gone, for whatever reason. Never rejects. */
  closed: Promise<void>;
  close(): void;
};

export type EndTreeResult = {
  /** No process with the marker is left. */
  clean: boolean;
  /** How many processes were sent SIGKILL. */
  killed: number;
};

/** A keeper that has booted, owns nothing and waits: it leaves by itself when this process dies. */
export type PreparedKeeper = {
  /** Null: it could not be started. */
  pid: number | null;
  /** Tells it where its spec is; `start` does that. */
  begin(specPath: string): void;
  /** Nothing comes of the start: the keeper leaves. No effect once it has begun. */
  letGo(): void;
  exited: Promise<void>;
};

export type Runtime = {
  /**
   * A keeper for a start that is still being prepared, so that it boots meanwhile (or has done so
   * before). Hand it to `start`, or let it go.
   */
  prepare(): PreparedKeeper;
  /** `giveUp`: a keeper that has given no sign by then counts as failed, as when its time is up. */
  start(spec: StartSpec, prepared?: PreparedKeeper, giveUp?: AbortSignal): Promise<StartResult>;
  /**
   * Opens the control socket and sends a `ping` with the fence, so that older workers' lines are
   * ignored from then on. Rejects when the keeper is gone or the fence is stale.
   */
  connect(record: Pick<ProcessRecord, "socketPath">, fence: number): Promise<Connection>;
  inspect(dir: string): Promise<FolderState>;
  isAlive(identity: ProcessIdentity): Liveness;
  /** Claims a start for nobody; true when this call won, false when a keeper (or another) had it. */
  abandon(dir: string, fence: number): Promise<boolean>;
  /** Tells the keeper that the run still has a worker. */
  beat(dir: string): Promise<void>;
  /** Resolves with `exit.json`; null when no keeper of this host lives that could write it, or on abort. */
  waitForExit(dir: string, signal?: AbortSignal): Promise<ExitRecord | null>;
  /**
   * Ends what is left of a run whose keeper is gone: SIGTERM to the agent, `termGraceMs`, SIGKILL to
   * its descendants and group, then every process with `SIGNALBOX_RUN_ID=<runId>` in its
   * environment. Only processes whose whole identity matches are signalled.
   */
  endTree(target: {
    runId: string;
    agent: ProcessIdentity | null;
    /** Of the agent's pid namespace, where it has one. */
    namespaceInit?: ProcessIdentity | null;
    termGraceMs?: number;
  }): Promise<EndTreeResult>;
  stdoutPath(dir: string): string;
  stderrPath(dir: string): string;
};
