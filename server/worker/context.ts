import type { AgentCli } from "#server/contracts/project.ts";
import type { WorkerClientEvents } from "#server/contracts/live.ts";
import type { Runtime } from "../agent/runtime.ts";
import type { Clock } from "../lib/clock.ts";
import type { FeedStream } from "../lib/feed-stream/feed-stream.ts";
import type { Logger } from "../lib/logger.ts";
import type { Places } from "../lib/places/places.ts";
import type { WindowOwner } from "../lib/tmux-window.ts";
import type { Database } from "../store/client.ts";

/** A view of a run outside the board; opening one never fails and never holds anything up. */
export interface RunWindows {
  open(owner: WindowOwner): Promise<void>;
}

/** Where copies of stored rows and hints go; losing all of them loses nothing (rule 35). */
export interface EventSink {
  send<E extends keyof WorkerClientEvents>(
    event: E,
    message: Parameters<WorkerClientEvents[E]>[0],
  ): void;
}

/** The agent programs this machine has. */
export interface AgentPrograms {
  /** Absolute path or name on PATH of the real CLI. */
  claudeBin: string;
  /** The scripted agent of demo projects. */
  demoBin: string;
}

/** Everything the parts of a worker need, handed in by its entry file or a test. */
export interface WorkerContext {
  workerId: string;
  database: Database;
  runtime: Runtime;
  programs: AgentPrograms;
  sink: EventSink;
  clock: Clock;
  log: Logger;
  dataDir: string;
  /** `http://127.0.0.1:<port>` of web as it is now; null while it is not known. */
  apiUrl(): Promise<string | null>;
  /** Environment from which the agents' allow-list picks (rule 43). */
  env: Record<string, string | undefined>;
  /** More names for that list. */
  agentEnv: string[];
  /** Rules may run programs of this machine (`SIGNALBOX_ALLOW_SCRIPTS`). */
  allowScripts: boolean;
  /** Places shared with other installations through Redis; null without it. */
  places: Places | null;
  /** Where the feed is relayed to; null without Redis. */
  feedStream: FeedStream | null;
  /** What the last probe of the CLI found; null before the first. */
  claude(): AgentCli | null;
  /** Absent: nobody wants any (`SIGNALBOX_TMUX`). */
  windows?: RunWindows;
  tunables: WorkerTunables;
}

/** Times of a worker; tests shorten them. */
export interface WorkerTunables {
  /** Longest pause between two ticks. */
  tickMs: number;
  heartbeatMs: number;
  /** Between two looks at the projects' skill and automation files. */
  filesMs: number;
  /** Between two looks at the projects' money of the day. */
  budgetMs: number;
  /** Between two looks at what the feed has to tell: in pieces, not once per change. */
  feedMs: number;
  /** From the start to the first `init`. */
  verifyMs: number;
  /** The same with MCP servers. */
  verifyMcpMs: number;
  /** A run without any output and without open call or question ends as stalled. */
  stallMs: number;
  stallAlwaysMs: number;
  /** Longest wait before a batch of events is stored. */
  batchMs: number;
  batchSize: number;
  /** Live state goes to viewers at most this often. */
  liveMs: number;
  /** Before the second and the third try of an action that failed. */
  actionPausesMs: [number, number];
}

/**
 * How the places that installations share are counted: a lease outlives an outage of Redis of a minute,
 * and after a loss of its data every worker beats twice before a place is given.
 */
export function placeRules(limit: number): { limit: number; leaseMs: number; settleMs: number } {
  return { limit, leaseMs: 120_000, settleMs: 30_000 };
}

export const defaultTunables: WorkerTunables = {
  tickMs: 1_000,
  heartbeatMs: 10_000,
  filesMs: 1_000,
  budgetMs: 2_000,
  feedMs: 500,
  verifyMs: 30_000,
  verifyMcpMs: 60_000,
  stallMs: 10 * 60_000,
  stallAlwaysMs: 60 * 60_000,
  batchMs: 25,
  batchSize: 200,
  liveMs: 250,
  actionPausesMs: [2_000, 10_000],
};
