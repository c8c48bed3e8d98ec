import type { LiveUsage, Normaliser } from "../agent/normalise.ts";
import type { Redactor } from "../lib/redact.ts";
import type { RunEventPayload } from "#server/contracts/run-event.ts";
import type { CostMemory } from "./book-result.ts";
import type { ClaimedRun } from "./claimed-run.ts";
import type { WorkerContext } from "./context.ts";
import type { KeeperLine } from "./keeper-line.ts";
import type { LiveState } from "./live-state.ts";
import type { PermissionInput } from "../agent/permissions.ts";
import type { RunFeed } from "./run-feed.ts";

/** A tool use the CLI waits for. */
export interface OpenRequest {
  requestId: string;
  questionId: string;
  tool: string;
  /** Null: not in memory (the run was taken over); read from the spool when it is needed. */
  input: Record<string, unknown> | null;
  /** Until when a person may answer before it is parked, monotonic ms. */
  parkAtMs: number;
}

/**
 * Everything one process of a run is about while this worker looks after it. Lives in memory only:
 * whatever must survive is in the run's row, its events and its questions.
 */
export interface RunSession {
  context: WorkerContext;
  run: ClaimedRun;
  fence: number;
  /** Number and folder of the process. */
  n: number;
  dir: string;
  expectedSessionId: string;
  isResume: boolean;
  permissions: PermissionInput;
  variables: Record<string, string>;
  apiUrl: string;

  signal: AbortSignal;
  feed: RunFeed;
  live: LiveState;
  keeper: KeeperLine;
  normaliser: Normaliser;
  redactor: Redactor;
  /** One line of stderr after the other. */
  redactStderr: (line: string) => string;

  /** Looks at the run's commands soon; never twice at once. */
  hint(): void;

  sawInit: boolean;

  results: RunEventPayload<"result">[];
  rateLimit: RunEventPayload<"rate_limit"> | null;
  assistantError: string | null;
  cost: CostMemory;
  /** All it may spend as it stands, and the size of a further step, USD. */
  money: { reservedUsd: number; stepUsd: number; isAsking: boolean; isRefused: boolean };
  /** Usage per message since the last result. */
  usage: Map<string, LiveUsage>;
  openRequests: Map<string, OpenRequest>;
  /** Messages sent down and not yet seen in the replay. */
  undelivered: Set<string>;
  runGrants: string[];
  isPlanApproved: boolean;
  wasParked: boolean;
  endedFor: "stalled" | "budget" | "verify" | "parked" | null;
  verifyProblem: string | null;
  /** The disk of its output was full at some time while it worked. */
  sawFullDisk: boolean;
  /** A taken-over process was in a turn when its last worker went; its own lines say so from then on. */
  hasOpenTurn: boolean;
  isStopSent: boolean;
  isEndSent: boolean;
  /** Monotonic ms of the last byte of output. */
  lastOutputMs: number;
}
