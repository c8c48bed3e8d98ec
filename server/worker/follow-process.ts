import { readFile } from "node:fs/promises";
import { classifyEnding } from "../agent/classify.ts";
import type { Ending } from "../agent/classify.ts";
import type { ExitRecord } from "../agent/runtime.ts";
import { openTailer } from "../agent/tailer.ts";
import { endSurely } from "./end-surely.ts";
import { ingestLines } from "./ingest.ts";
import { ingestStderr } from "./ingest-stderr.ts";
import { RunLost } from "./run-feed.ts";
import type { RunSession } from "./run-session.ts";
import { watchSession } from "./watch-session.ts";

/** How one process of a run came to its end. */
export interface ProcessEnd {
  ending: Ending;
  exit: ExitRecord | null;
  /** Null: there never was a process to follow. */
  session: RunSession | null;
}

const STDERR_TAIL_BYTES = 64 * 1024;

export function failedStart(message: string): ProcessEnd {
  const ending: Ending = {
    outcome: "spawn_failed",
    message,
    resetsAt: null,
    sessionProblem: null,
    blockedTools: [],
  };
  return { ending, exit: null, session: null };
}

/**
 * Reads the process's output from `offset` on, and its stderr from `stderrOffset` on, until it is gone, and says why it ended. Rejects with
 * {@link RunLost} when the run is let go meanwhile; the agent then goes on with its keeper.
 */
export async function followProcess(
  session: RunSession,
  { offset, stderrOffset }: { offset: number; stderrOffset: number },
): Promise<ProcessEnd> {
  const { context, dir, signal } = session;
  const tailer = openTailer({
    path: context.runtime.stdoutPath(dir),
    offset,
    onLines: (lines) => ingestLines(session, lines),
  });
  const stderrTailer = openTailer({
    path: context.runtime.stderrPath(dir),
    offset: stderrOffset,
    onLines: (lines) => ingestStderr(session, lines),
  });
  const watching = watchSession(session);
  const stop = new AbortController();
  const isOver = AbortSignal.any([signal, stop.signal]);
  let exit: ExitRecord | null;
  try {
    exit = await Promise.race([
      context.runtime.waitForExit(dir, isOver),
      // Reading only ends by itself when it failed: the run is lost, or the file cannot be read.
      tailer.closed.then(() => null),
      stderrTailer.closed.then(() => null),
    ]);
    if (signal.aborted) throw new RunLost(`run ${session.run.id}: let go`);
    // Nobody is left to take a line: what still waits for an answer of the keeper must not hold the reading.
    session.keeper.close();
    // A keeper that died leaves nobody to end the agent or to answer it (rule 7).
    if (exit === null) await endLeftovers(session);
    await tailer.drain();
    await stderrTailer.drain();
  } finally {
    stop.abort();
    watching.stop();
    session.keeper.close();
    await tailer.close();
    await stderrTailer.close();
  }
  const stderrTail = session.redactor.text(await readTail(context.runtime.stderrPath(dir)));
  return { ending: classify(session, exit, stderrTail), exit, session };
}

async function endLeftovers({ context, run, dir, signal }: RunSession): Promise<void> {
  const { process } = await context.runtime.inspect(dir);
  const target = {
    runId: run.id,
    agent: process?.agent ?? null,
    namespaceInit: process?.namespaceInit ?? null,
  };
  const killed = await endSurely(context, target, signal);
  context.log.warn({ run: run.id, killed }, "the keeper is gone; its agent was ended");
}

function classify(session: RunSession, exit: ExitRecord | null, stderrTail: string): Ending {
  const { run } = session;
  const ending = classifyEnding({
    stopRequestedBy: run.stopRequestedAt === null ? null : (run.stopRequestedBy ?? "system"),
    exit,
    sawInit: session.sawInit,
    results: session.results,
    isTurnOpen: session.normaliser.isTurnOpen() || session.hasOpenTurn,
    rateLimit: session.rateLimit,
    assistantError: session.assistantError,
    stderrTail,
    now: session.context.clock.now(),
    endedFor: session.endedFor,
  });
  if (session.endedFor === "verify" && session.verifyProblem !== null) {
    return { ...ending, message: session.verifyProblem };
  }
  if (session.sawFullDisk && ending.outcome === "failed" && session.results.length === 0) {
    return { ...ending, message: `The disk was full. ${ending.message}` };
  }
  return ending;
}

async function readTail(file: string): Promise<string> {
  try {
    const bytes = await readFile(file);
    return bytes.subarray(Math.max(0, bytes.length - STDERR_TAIL_BYTES)).toString("utf8");
  } catch {
    return "";
  }
}
