/**
 * The engine of one worker process: a loop of ticks, woken by notifications, and a heartbeat. It
 * decides and starts; it owns no truth: everything it knows is in Postgres and in process folders.
 */
import { createChannelExport } from "../commands/export-channel.ts";
import { createWorkspaceWatch } from "../commands/watch-workspaces.ts";
import { failpoint } from "../lib/failpoint.ts";
import { describeError } from "../lib/result.ts";
import { createActionJobs } from "./action-jobs.ts";
import { createFeedRelay } from "./feed-relay.ts";
import { beat } from "./heartbeat.ts";
import type { WorkerContext } from "./context.ts";
import { listen } from "./listen.ts";
import { releaseCleanGroups } from "./hold-group.ts";
import { pruneCheckpoints } from "./prune-checkpoints.ts";
import { pruneRuns } from "./prune-runs.ts";
import { registerWorker, unregisterWorker } from "./register.ts";
import { createSchedule } from "./schedule.ts";
import { createSupervisors } from "./supervisors.ts";
import { tick } from "./tick.ts";
import { tidyEnded } from "./tidy-run.ts";
import { createBudgetWatch } from "./watch-budget.ts";

const GROUPS_EVERY_MS = 15_000;
const PRUNE_EVERY_MS = 24 * 3_600_000;
const TIDY_EVERY_MS = 5 * 60_000;

export interface Engine {
  /** Leaves in order: no new starts, agents stay with their keepers (they are not stopped). */
  stop(): Promise<void>;
  /** Runs looked after by this process now. */
  activeRuns(): string[];
}

export interface EngineOptions {
  databaseUrl: string;
  version: string;
}

export async function startEngine(context: WorkerContext, options: EngineOptions): Promise<Engine> {
  const { tunables, log } = context;
  const supervisors = createSupervisors();
  const schedule = createSchedule();
  const stopping = new AbortController();
  const { signal } = stopping;
  await registerWorker(context.database, { id: context.workerId, version: options.version });

  const alarm = createAlarm();
  const listening = listen(
    options.databaseUrl,
    {
      onProject(projectId, revision) {
        schedule.heard(projectId, revision);
        alarm.ring();
      },
      onRun: (runId) => supervisors.get(runId)?.hint(),
    },
    log,
    signal,
  );
  const jobs = createActionJobs(context);
  const loop = async (): Promise<void> => {
    while (!signal.aborted) {
      try {
        await tick({ context, supervisors, schedule, isDraining: () => signal.aborted });
        await jobs.look();
      } catch (error) {
        log.error({ reason: describeError(error) }, "a tick failed");
      }
      // A rule that only polls is looked at when its time comes, not at the beat after it.
      const dueInMs = schedule.nextInMs(context.clock.monotonicMs());
      await alarm.wait(Math.min(tunables.tickMs, Math.ceil(dueInMs)), signal);
    }
  };
  const ticking = loop();
  const beating = repeat(tunables.heartbeatMs, signal, () =>
    beat(context, supervisors).catch((error: unknown) =>
      log.warn({ reason: describeError(error) }, "a heartbeat failed"),
    ),
  );

  const files = createWorkspaceWatch(context.database, log.child({ part: "files" }));
  const channel = createChannelExport(context.database, log.child({ part: "files" }));
  const watching = repeat(tunables.filesMs, signal, () =>
    files
      .look(context.clock.now())
      .then(() => channel.look(context.clock.now()))
      .catch((error: unknown) =>
        log.warn({ reason: describeError(error) }, "looking at the projects' files failed"),
      ),
  );

  // Waits for nobody on the way out: it only forgets, and goes on another day.
  void repeat(PRUNE_EVERY_MS, signal, () =>
    pruneCheckpoints(context, context.clock.now(), signal)
      .then(() => pruneRuns(context, context.clock.now(), signal))
      .catch((error: unknown) => log.warn({ reason: describeError(error) }, "pruning failed")),
  );

  void repeat(GROUPS_EVERY_MS, signal, () =>
    releaseCleanGroups(context).catch((error: unknown) =>
      log.warn({ reason: describeError(error) }, "looking at held groups failed"),
    ),
  );

  void repeat(TIDY_EVERY_MS, signal, () =>
    tidyEnded(context, signal).catch((error: unknown) =>
      log.warn({ reason: describeError(error) }, "tidying ended runs failed"),
    ),
  );

  const budget = createBudgetWatch(context.database, (projectId) => {
    schedule.hint(projectId);
    alarm.ring();
  });
  const minding = repeat(tunables.budgetMs, signal, () =>
    budget
      .look()
      .catch((error: unknown) =>
        log.warn({ reason: describeError(error) }, "looking at the day's money failed"),
      ),
  );

  const feed = createFeedRelay(
    context.database,
    context.feedStream,
    context.clock,
    log.child({ part: "feed" }),
  );
  const relaying = repeat(tunables.feedMs, signal, () =>
    feed
      .look()
      .catch((error: unknown) =>
        log.warn({ reason: describeError(error) }, "looking at the feed failed"),
      ),
  );

  return {
    async stop() {
      stopping.abort();
      await Promise.all([ticking, beating, listening, watching, minding, relaying, jobs.stop()]);
      for (const run of supervisors.list()) run.letGo("the worker is leaving");
      await Promise.all(supervisors.list().map((run) => run.done));
      failpoint("shutdown.afterLetGo");
      await unregisterWorker(context.database, context.workerId).catch((error: unknown) =>
        log.warn({ reason: describeError(error) }, "could not say goodbye"),
      );
    },
    activeRuns: () => supervisors.list().map((run) => run.runId),
  };
}

async function repeat(
  everyMs: number,
  signal: AbortSignal,
  work: () => Promise<void>,
): Promise<void> {
  const alarm = createAlarm();
  while (!signal.aborted) {
    await work();
    await alarm.wait(everyMs, signal);
  }
}

/** A pause that ends early when it is rung, also when that happened just before. */
function createAlarm(): { ring(): void; wait(ms: number, signal: AbortSignal): Promise<void> } {
  let isRung = false;
  let wake: () => void = () => undefined;
  return {
    ring() {
      isRung = true;
      wake();
    },
    wait(ms, signal) {
      return new Promise((resolve) => {
        const finish = (): void => {
          clearTimeout(timer);
          signal.removeEventListener("abort", finish);
          wake = () => undefined;
          isRung = false;
          resolve();
        };
        const timer = setTimeout(finish, ms);
        signal.addEventListener("abort", finish, { once: true });
        wake = finish;
        if (isRung || signal.aborted) finish();
      });
    },
  };
}
