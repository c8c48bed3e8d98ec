import { oweUndelivered } from "../commands/owe-undelivered.ts";
import { performOwedUndo } from "../commands/undo/undo-after-stop.ts";
import { moveRun } from "../commands/move-run.ts";
import { settleRun } from "../commands/settle-run.ts";
import type { SettledRun } from "../commands/settle-run.ts";
import { readHead } from "../queries/git-changes.ts";
import { readOwnEnd } from "../queries/own-end.ts";
import { sleep } from "../lib/abort.ts";
import { failpoint } from "../lib/failpoint.ts";
import { isCommitId } from "../lib/git-folder.ts";
import { describeError } from "../lib/result.ts";
import { actAfterRun } from "./act-around-run.ts";
import { priceUnfinished, storeBooking } from "./book-result.ts";
import type { ProcessEnd } from "./follow-process.ts";
import { holdGroupIfParked } from "./hold-group.ts";
import { recordCheckpoint } from "./record-checkpoint.ts";
import { RunLost, toRunEvent } from "./run-feed.ts";
import type { Charge } from "./supervise.ts";
import { tidyRun } from "./tidy-run.ts";

const RETRY_MS = 1_000;

/** The process is gone: books what has no result, settles the run, tells the viewers. */
export async function finishRun(charge: Charge, end: ProcessEnd): Promise<void> {
  const { context, run, fence } = charge;
  const { ending, session } = end;
  await moveRun(context.database, {
    id: run.id,
    fence,
    from: ["starting", "verifying", "running", "awaiting_input"],
    to: "ending",
  });
  failpoint("finish.begin");
  if (session && session.usage.size > 0) await bookUnfinished(charge, end);
  if (ending.sessionProblem === "too_long") await leaveSession(charge);
  await actAfterRun(charge, ending.outcome);
  if (session) await recordCheckpoint(charge, "end");
  if (session) await recordCommitAfter(charge);
  await holdGroupIfParked(charge);
  await untilDone(charge, () => oweUndelivered(context.database, { runId: run.id, fence }));
  const settled = await settle(charge, end);
  failpoint("settle.afterCommit");
  if (settled === null) throw new RunLost(`run ${run.id}: settled by somebody else`);
  const { seq, event } = settled;
  context.sink.send("events", { run: run.id, first: seq, events: [toRunEvent(event, seq)] });
  session?.live.update({ state: "ended", outcome: ending.outcome });
  session?.live.flush();
  context.sink.send("end", { run: run.id, lastSeq: seq, outcome: ending.outcome, verdict: null });
  context.log.info({ run: run.id, outcome: ending.outcome, message: ending.message }, "run ended");
  await tidyRun(context, run).catch((error: unknown) =>
    context.log.warn({ run: run.id, err: error }, "the spool could not be archived"),
  );
}

type Settled = Pick<SettledRun, "seq" | "event">;

/**
 * An undo that is asked for until the very end is done before it, while the group is held. A settlement
 * whose answer was lost with the database's connection is ours all the same: viewers and files still wait.
 */
async function settle(charge: Charge, { ending, exit }: ProcessEnd): Promise<Settled | null> {
  const { context, run, fence } = charge;
  for (;;) {
    await undoIfAsked(charge);
    const settled = await untilDone(charge, () =>
      settleRun(context.database, {
        projectId: run.projectId,
        runId: run.id,
        fence,
        outcome: ending.outcome,
        message: ending.message,
        exitCode: exit?.code ?? null,
        exitSignal: exit?.signal ?? null,
        resetsAt: ending.resetsAt === null ? null : new Date(ending.resetsAt),
        now: null,
        random01: Math.random(),
      }),
    );
    if (settled === null)
      return untilDone(charge, () => readOwnEnd(context.database, { runId: run.id, fence }));
    if (settled !== "undo_owed") return settled;
  }
}

/** What does not fit into a request is not sent again: the pair's next run begins anew, with a digest. */
async function leaveSession({ context, run }: Charge): Promise<void> {
  if (run.sessionId === null) return;
  await context.database.prisma.agentSession.updateMany({
    where: { projectId: run.projectId, agent: run.agent, sessionId: run.sessionId },
    data: { isStarted: false },
  });
}

/** Where the workspace stands after it, for its progress; an agent can write anything into those files. */
async function recordCommitAfter({ context, run, fence }: Charge): Promise<void> {
  const head = await readHead(run.cwd).catch(() => null);
  if (head === null || !isCommitId(head)) return;
  const isNew = run.commitBefore !== null && head !== run.commitBefore;
  await context.database.prisma.run.updateMany({
    where: { id: run.id, fence },
    data: { commitAfter: head, ...(isNew ? { hasProgress: true } : {}) },
  });
}

/** "Stop and undo its changes": whoever asked may have closed the page since (ux 5). */
async function undoIfAsked({ context, run }: Charge): Promise<void> {
  const problem = await performOwedUndo(context.database, {
    runId: run.id,
    dataDir: context.dataDir,
    now: context.clock.now(),
  });
  if (problem !== null) context.log.warn({ run: run.id, problem }, "a run could not be undone");
}

/** A turn without a result still cost something: estimated from its usage, marked as such. */
async function bookUnfinished({ context, run }: Charge, { session }: ProcessEnd): Promise<void> {
  if (!session) return;
  const model = [...session.usage.values()].at(-1)?.model ?? run.model;
  await context.database.prisma.$transaction((tx) =>
    storeBooking(tx, run, {
      ...priceUnfinished(session.usage),
      model,
      sourceKey: `${run.id}/${session.n}/estimate`,
      isEstimated: true,
    }),
  );
}

/** Settling must happen, however long the database is away. */
async function untilDone<T>({ context, run, signal }: Charge, work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (signal.aborted) throw new RunLost(`run ${run.id}: let go`);
      context.log.warn(
        { run: run.id, reason: describeError(error) },
        "settling failed; trying again",
      );
      await sleep(RETRY_MS, signal);
    }
  }
}
