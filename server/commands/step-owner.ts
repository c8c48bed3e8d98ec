/**
 * A list of actions that is worked off one after the other, outside the transaction that admitted or
 * will settle: of a run before its agent starts, of a run that is ending, or of a rule without an agent.
 * How far it is stands in one row, so it survives whoever works on it (rule 33).
 */
import type { PlannedAction } from "#server/core/automation/plan.ts";
import type { Tx } from "../store/client.ts";
import type { ActionNote } from "./action-note.ts";

export type StepOwner =
  | { kind: "run"; runId: string; fence: number; list: "before" | "after" }
  | { kind: "job"; jobId: bigint; workerId: string };

/** The next runAgent of a chain; it waits in `actionsAfter` behind the actions. */
export type ChainStep = { type: "chain"; on: "completed"; index: number };
export type Step = PlannedAction | ChainStep;

export interface StepList {
  projectId: number;
  automationId: string | null;
  runId: string | null;
  ticket: { id: number; number: number } | null;
  steps: Step[];
  /** How many are done. */
  done: number;
  /** Tries of the next one. */
  tries: number;
}

const ticket = { select: { id: true, number: true, deletedAt: true } };

/** The list as it stands; null when it belongs to somebody else now, or is over. */
export async function readStepList(tx: Tx, owner: StepOwner): Promise<StepList | null> {
  if (owner.kind === "job") {
    const job = await tx.actionJob.findFirst({
      where: { id: owner.jobId, workerId: owner.workerId, endedAt: null },
      include: { ticket },
    });
    return (
      job && {
        projectId: job.projectId,
        automationId: job.automationId,
        runId: null,
        ticket: liveTicket(job.ticket),
        steps: job.actions as unknown as Step[],
        done: job.done,
        tries: job.tries,
      }
    );
  }
  const run = await tx.run.findFirst({
    where: { id: owner.runId, fence: owner.fence, state: { not: "ended" } },
    include: { ticket },
  });
  if (run === null) return null;
  const isBefore = owner.list === "before";
  return {
    projectId: run.projectId,
    automationId: run.automationId,
    runId: run.id,
    ticket: liveTicket(run.ticket),
    steps: (isBefore ? run.actionsBefore : run.actionsAfter) as unknown as Step[],
    done: isBefore ? run.actionsBeforeDone : run.actionsDone,
    tries: run.actionTries,
  };
}

function liveTicket(row: { id: number; number: number; deletedAt: Date | null } | null) {
  return row === null || row.deletedAt !== null ? null : { id: row.id, number: row.number };
}

/** Locks the row of the list; false when the step is no longer the next one of this owner. */
export async function lockStep(tx: Tx, owner: StepOwner, done: number): Promise<boolean> {
  if (owner.kind === "job") {
    await tx.$executeRaw`SELECT 1 FROM "ActionJob" WHERE "id" = ${owner.jobId} FOR NO KEY UPDATE`;
  } else {
    await tx.$executeRaw`SELECT 1 FROM "Run" WHERE "id" = ${owner.runId} FOR NO KEY UPDATE`;
  }
  return (await readStepList(tx, owner))?.done === done;
}

/** Counts a try before it is made, so that a step that takes its worker down is given up in the end. */
export async function countTry(tx: Tx, owner: StepOwner, done: number): Promise<boolean> {
  const { count } =
    owner.kind === "job"
      ? await tx.actionJob.updateMany({
          where: { id: owner.jobId, workerId: owner.workerId, endedAt: null, done },
          data: { tries: { increment: 1 } },
        })
      : await tx.run.updateMany({
          where: {
            id: owner.runId,
            fence: owner.fence,
            state: { not: "ended" },
            ...(owner.list === "before" ? { actionsBeforeDone: done } : { actionsDone: done }),
          },
          data: { actionTries: { increment: 1 } },
        });
  return count === 1;
}

/** Goes on to step `done`, in a transaction that holds the row's lock. */
export async function advanceSteps(
  tx: Tx,
  owner: StepOwner,
  done: number,
  notes: ActionNote[],
): Promise<void> {
  if (owner.kind === "run") {
    const progress = owner.list === "before" ? { actionsBeforeDone: done } : { actionsDone: done };
    await tx.run.update({ where: { id: owner.runId }, data: { ...progress, actionTries: 0 } });
    return;
  }
  const { results } = await tx.actionJob.findUniqueOrThrow({
    where: { id: owner.jobId },
    select: { results: true },
  });
  await tx.actionJob.update({
    where: { id: owner.jobId },
    data: { done, tries: 0, results: [...(results as object[]), ...notes] },
  });
}
