/**
 * Looks after one run from its claim (or take-over) to its end. Everything it knows can be read again
 * from the run's row, its questions and the process folder, so it may die at any point. It never ends
 * an agent because of its own trouble.
 */
import { describeError } from "../lib/result.ts";
import { moveRunState } from "../store/move-run-state.ts";
import { adoptProcess } from "./adopt-process.ts";
import { readClaimedRun } from "./claimed-run.ts";
import type { ClaimedRun } from "./claimed-run.ts";
import type { WorkerContext } from "./context.ts";
import { endIfStopped } from "./end-if-stopped.ts";
import { finishRun } from "./finish-run.ts";
import { failedStart } from "./follow-process.ts";
import type { ProcessEnd } from "./follow-process.ts";
import { holdPlace } from "./hold-place.ts";
import { RunLost, createRunFeed } from "./run-feed.ts";
import type { RunFeed } from "./run-feed.ts";
import type { RunSession } from "./run-session.ts";
import { startProcess } from "./start-process.ts";
import type { Supervisor } from "./supervisors.ts";

/** A run may begin this many processes: the first, a resume, a fresh session (rule 12). */
const MAX_PROCESSES = 4;

export interface Care {
  runId: string;
  fence: number;
  /** `adopt`: it was claimed before, by a worker that is gone. */
  mode: "start" | "adopt";
}

/** What the parts of one supervision share. */
export interface Charge {
  context: WorkerContext;
  run: ClaimedRun;
  fence: number;
  feed: RunFeed;
  signal: AbortSignal;
  /** Called with the session of the process that is looked after now. */
  onSession(session: RunSession): void;
  /** Called when the agent's process was started, or could not be. */
  onBegun(): void;
}

export function superviseRun(context: WorkerContext, care: Care): Supervisor {
  const { runId, fence } = care;
  const letGo = new AbortController();
  let session: RunSession | null = null;
  let hint: () => void = () => undefined;
  let processNumber = 0;
  let isOver = false;
  let onBegun: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => (onBegun = resolve));

  const work = async (): Promise<void> => {
    const run = await readClaimedRun(context.database, runId);
    if (!run || run.fence !== fence) return;
    processNumber = run.processNumber;
    const feed = createRunFeed(context, {
      runId,
      fence,
      nextSeq: run.nextSeq,
      processNumber: () => processNumber,
      signal: letGo.signal,
    });
    const charge: Charge = {
      context,
      run,
      fence,
      feed,
      signal: letGo.signal,
      onSession(next) {
        session = next;
        processNumber = next.n;
        hint = next.hint;
      },
      onBegun,
    };
    await careFor(charge, care.mode);
  };

  const done = work()
    .catch((error: unknown) => {
      const isExpected = error instanceof RunLost || letGo.signal.aborted;
      const reason = describeError(error);
      if (isExpected) context.log.info({ run: runId, fence, reason }, "run was let go");
      else context.log.error({ run: runId, fence, err: error }, "looking after a run failed");
    })
    .finally(() => {
      isOver = true;
      onBegun();
      letGo.abort();
    });

  return {
    runId,
    fence,
    hint: () => hint(),
    async beat() {
      if (session) await context.runtime.beat(session.dir);
    },
    letGo(reason) {
      context.log.info({ run: runId, fence, reason }, "letting go of a run");
      letGo.abort();
    },
    isOver: () => isOver,
    begun,
    done,
  };
}

async function careFor(charge: Charge, mode: Care["mode"]): Promise<void> {
  const { context, run, fence } = charge;
  let end: ProcessEnd | "not_started" | "given_back" =
    mode === "adopt" ? await adoptProcess(charge) : await startInPlace(charge);
  for (let started = 1; started < MAX_PROCESSES; started += 1) {
    if (end === "not_started") {
      // A start that failed was being wound up: it is not begun again.
      end = run.state === "ending" ? failedStart("the start failed") : await startInPlace(charge);
      continue;
    }
    if (end === "given_back") return;
    const problem = end.ending.sessionProblem;
    if (problem !== "id_in_use" && problem !== "not_found") break;
    if (run.stopRequestedAt !== null) break;
    const session = problem === "id_in_use" ? "resume" : "fresh";
    const reason = problem === "id_in_use" ? "the session exists already" : "the session was lost";
    await charge.feed.append([
      { event: { kind: "session_reset", parent: null, payload: { reason, session } }, offset: 0 },
    ]);
    await moveRunState(
      context.database.prisma,
      { id: run.id, fence },
      ["verifying", "running"],
      "starting",
    );
    end = await startProcess(charge, { session });
  }
  if (end === "not_started" || end === "given_back") return;
  if (end.ending.outcome === "spawn_failed") {
    const stopped = await endIfStopped(charge);
    if (stopped !== null) end = { ...end, ending: stopped.ending };
  }
  await finishRun(charge, end);
  await context.places?.release(run.id);
}

/** The first process of a run takes its place among the installations; later ones have it. */
async function startInPlace(charge: Charge): Promise<ProcessEnd | "given_back"> {
  return (await holdPlace(charge)) ?? (await startProcess(charge));
}
