/**
 * Carries out what rules without an agent owe (`ActionJob`): several at a time, beside the ticks, each
 * under a lease that is renewed while it is worked on.
 */
import { describeError } from "../lib/result.ts";
import { claimActionJob, endActionJob, renewJobLease } from "../store/sql/action-job-lease.ts";
import type { WorkerContext } from "./context.ts";
import { performSteps } from "./perform-steps.ts";

/** So many at a time; the others wait for the next look. */
const MAX_JOBS = 4;
const RENEW_MS = 10_000;

export interface ActionJobs {
  /** Takes jobs that wait for a worker; returns when they are begun. */
  look(): Promise<void>;
  /** Lets go of all of them: what was being done is done again by the next worker. */
  stop(): Promise<void>;
}

export function createActionJobs(context: WorkerContext): ActionJobs {
  const stopping = new AbortController();
  const active = new Set<Promise<void>>();

  const carryOut = async (jobId: bigint): Promise<void> => {
    const { prisma } = context.database;
    const lost = new AbortController();
    const renewing = setInterval(() => {
      renewJobLease(prisma, jobId, context.workerId)
        .then((isOurs) => (isOurs ? undefined : lost.abort()))
        .catch((error: unknown) =>
          context.log.warn({ job: String(jobId), reason: describeError(error) }, "a lease failed"),
        );
    }, RENEW_MS);
    try {
      const end = await performSteps(context, {
        owner: { kind: "job", jobId, workerId: context.workerId },
        signal: AbortSignal.any([stopping.signal, lost.signal]),
        applies: () => true,
      });
      await endActionJob(prisma, jobId, context.workerId, end.kind !== "lost");
    } finally {
      clearInterval(renewing);
    }
  };

  return {
    async look() {
      while (active.size < MAX_JOBS && !stopping.signal.aborted) {
        const jobId = await claimActionJob(context.database.prisma, context.workerId);
        if (jobId === null) return;
        const work = carryOut(jobId)
          .catch((error: unknown) =>
            context.log.error({ job: String(jobId), err: error }, "actions of a rule failed"),
          )
          .finally(() => active.delete(work));
        active.add(work);
      }
    },
    async stop() {
      stopping.abort();
      await Promise.all(active);
    },
  };
}
