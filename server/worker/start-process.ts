import type { PreparedKeeper } from "../agent/runtime.ts";
import { moveRun } from "../commands/move-run.ts";
import { failpoint } from "../lib/failpoint.ts";
import { readHead } from "../queries/git-changes.ts";
import { actBeforeRun } from "./act-around-run.ts";
import { endIfStopped } from "./end-if-stopped.ts";
import type { ProcessEnd } from "./follow-process.ts";
import { failedStart, followProcess } from "./follow-process.ts";
import { prepareSpawn } from "./prepare-spawn.ts";
import type { SpawnOptions } from "./choose-session.ts";
import { recordCheckpoint } from "./record-checkpoint.ts";
import { restoreTodo } from "./restore-todo.ts";
import { RunLost } from "./run-feed.ts";
import { createSession, readSessionTotal } from "./create-session.ts";
import type { RunSession } from "./run-session.ts";
import type { Charge } from "./supervise.ts";

const RECORDING_SAID_AFTER_MS = 500;
/** A stop reaches the agent through its keeper, which has so long to give a sign. */
const SIGN_AFTER_STOP_MS = 3_000;
const STOP_LOOK_MS = 200;

/** Begins the run's next process and looks after it to its end. */
export async function startProcess(
  charge: Charge,
  options: SpawnOptions = {},
): Promise<ProcessEnd> {
  const refused = await actBeforeRun(charge);
  if (refused !== null) return refused;
  // Taken first: where none waits, it boots while the start is prepared (P-03).
  const keeper = charge.context.runtime.prepare();
  try {
    return await begin(charge, options, keeper);
  } finally {
    keeper.letGo();
  }
}

async function begin(
  charge: Charge,
  options: SpawnOptions,
  keeper: PreparedKeeper,
): Promise<ProcessEnd> {
  const { context, run, fence } = charge;
  // Nothing runs in the folder yet, and nothing may before it is recorded.
  const recording = recordCheckpoint(charge, "start");
  const preparation = await prepareSpawn(context, run, fence, options);
  if (!preparation.ok) {
    if (preparation.message === null)
      throw new RunLost(`run ${run.id}: taken over before its start`);
    return failedStart(preparation.message);
  }
  failpoint("start.afterPrepare");
  const { prepared } = preparation;
  run.processNumber = prepared.n;
  run.sessionId = prepared.sessionId;
  run.isResume = prepared.isResume;
  if (run.commitBefore === null) run.commitBefore = await recordCommit(charge);

  const session = createSession(charge, {
    n: prepared.n,
    dir: prepared.spec.dir,
    socketPath: prepared.spec.socketPath,
    permissions: prepared.permissions,
    variables: prepared.variables,
    apiUrl: prepared.apiUrl,
  });
  session.cost.sessionTotalUsd = await readSessionTotal(session);
  if (prepared.isResume) await restoreTodo(session);
  await charge.feed.append([
    {
      event: {
        kind: "run_started",
        parent: null,
        payload: {
          agent: run.agent,
          isResume: prepared.isResume,
          prompt: session.redactor.text(prepared.prompt),
          model: run.model,
          permissionLevel: run.permissionLevel,
          isDemo: run.isDemo,
        },
      },
      offset: 0,
    },
  ]);
  await sayWhileItTakes(session, recording);
  failpoint("start.afterCheckpoint");
  const stopped = await endIfStopped(charge);
  if (stopped !== null) {
    session.keeper.close();
    return stopped;
  }
  const patience = losePatienceAfterStop(session);
  const started = await context.runtime
    .start(prepared.spec, keeper, patience.signal)
    .finally(() => patience.end());
  charge.onBegun();
  failpoint("spawn.afterPid");
  if (!started.ok) {
    session.keeper.close();
    if (started.reason === "abandoned") throw new RunLost(`run ${run.id}: ${started.message}`);
    return failedStart(started.message);
  }
  await moveRun(context.database, {
    id: run.id,
    fence,
    from: ["starting"],
    to: "verifying",
    containment: started.process.containment ?? null,
  });
  session.live.update({ state: "verifying" });
  void context.windows?.open({
    project: run.project.slug,
    ticket: run.ticket?.number ?? null,
    runId: run.id,
  });
  return followProcess(session, { offset: 0, stderrOffset: 0 });
}

/** The first look at a large folder takes its time: the panel says so. */
async function sayWhileItTakes({ live }: RunSession, recording: Promise<void>): Promise<void> {
  const timer = setTimeout(() => live.update({ isRecording: true }), RECORDING_SAID_AFTER_MS);
  await recording;
  clearTimeout(timer);
  if (live.current().isRecording) live.update({ isRecording: false });
}

/** Aborts when the run was stopped and its keeper still gives no sign. */
function losePatienceAfterStop(session: RunSession): { signal: AbortSignal; end(): void } {
  const { clock } = session.context;
  const giveUp = new AbortController();
  let stoppedAtMs: number | null = null;
  const timer = setInterval(() => {
    if (!session.isStopSent) return;
    stoppedAtMs ??= clock.monotonicMs();
    if (clock.monotonicMs() - stoppedAtMs >= SIGN_AFTER_STOP_MS) giveUp.abort();
  }, STOP_LOOK_MS);
  return { signal: giveUp.signal, end: () => clearInterval(timer) };
}

/** Where the workspace stood before the run, for its Changes; null outside git. */
async function recordCommit(charge: Charge): Promise<string | null> {
  const { context, run, fence } = charge;
  const head = await readHead(run.cwd);
  if (head === null) return null;
  await context.database.prisma.run.updateMany({
    where: { id: run.id, fence },
    data: { commitBefore: head },
  });
  return head;
}
