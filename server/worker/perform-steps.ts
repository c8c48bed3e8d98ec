/**
 * Works off a list of actions that no transaction can hold (rule 33): one after the other, each counted
 * as done in the transaction that records it, so that whoever takes over goes on where this one stopped.
 * Changes of the board happen exactly once, what leaves it at least once, three tries each.
 */
import { isBoardAction, isOwnStep } from "#server/core/automation/actions/action.ts";
import type { ExternalAction } from "#server/core/automation/plan.ts";
import { told } from "../commands/action-note.ts";
import type { ActionNote } from "../commands/action-note.ts";
import {
  closeStep,
  performBoardStep,
  performTicketStep,
  skipSteps,
} from "../commands/perform-step.ts";
import { countTry, readStepList } from "../commands/step-owner.ts";
import type { Step, StepList, StepOwner } from "../commands/step-owner.ts";
import { sleep } from "../lib/abort.ts";
import { failpoint } from "../lib/failpoint.ts";
import { describeError } from "../lib/result.ts";
import type { WorkerContext } from "./context.ts";
import { performExternal } from "./perform-external.ts";
import type { Effect } from "./perform-external.ts";

const MAX_TRIES = 3;
/** The database is away: nothing is counted, nothing is given up. */
const DATABASE_PAUSE_MS = 1_000;

export interface StepWork {
  owner: StepOwner;
  signal: AbortSignal;
  /** Whether a step is to be done at all. */
  applies(step: Step): boolean;
  /** Stops behind the last step that needs one of its own: the rest belongs to the settlement. */
  leavesBoardToSettlement?: boolean;
  /** Tells what became of a step, e.g. in the run's transcript; may be told twice after a crash. */
  tell?(note: ActionNote, output: string | undefined): Promise<void>;
}

/** `stopped`: an action that was to stop the list failed, with its sentence. `lost`: not ours any more. */
export type StepsEnd = { kind: "done" } | { kind: "stopped"; text: string } | { kind: "lost" };

export async function performSteps(context: WorkerContext, work: StepWork): Promise<StepsEnd> {
  for (;;) {
    if (work.signal.aborted) return { kind: "lost" };
    try {
      const list = await readStepList(context.database.prisma, work.owner);
      if (list === null) return { kind: "lost" };
      const end = await performNext(context, work, list);
      if (end !== null) return end;
    } catch (error) {
      context.log.warn(
        { ...ownerName(work.owner), reason: describeError(error) },
        "an action could not be carried out yet",
      );
      await sleep(DATABASE_PAUSE_MS, work.signal);
    }
  }
}

/** Null: there is a next one. */
async function performNext(
  context: WorkerContext,
  work: StepWork,
  list: StepList,
): Promise<StepsEnd | null> {
  const { owner } = work;
  const rest = list.steps.slice(list.done);
  const applying = rest.filter((step) => work.applies(step));
  if (work.leavesBoardToSettlement && !applying.some(isOwn)) return { kind: "done" };
  const [step] = applying;
  if (step === undefined || step.type === "chain") return finish(context, work, list);
  const place = rest.indexOf(step);
  if (place > 0) {
    const isOurs = await skipSteps(context.database, { owner, list }, list.done + place);
    return isOurs ? null : { kind: "lost" };
  }
  const now = context.clock.now();
  if (isBoardAction(step)) {
    const notes = await performBoardStep(context.database, { owner, list, now }, step);
    for (const note of notes ?? []) await work.tell?.(note, undefined);
    return notes === null ? { kind: "lost" } : null;
  }
  if (list.tries >= MAX_TRIES) {
    return close(context, work, list, step, {
      ok: false,
      ...told("action.given_up", { action: step.type, tries: MAX_TRIES }),
    });
  }
  if (!(await countTry(context.database.prisma, owner, list.done))) return { kind: "lost" };
  if (step.type === "createTicket") {
    const note = await performTicketStep(context.database, { owner, list, now }, step);
    if (note !== null) await work.tell?.(note, undefined);
    return note === null ? { kind: "lost" } : null;
  }
  return performOnce(context, work, list, step);
}

async function performOnce(
  context: WorkerContext,
  work: StepWork,
  list: StepList,
  step: ExternalAction,
): Promise<StepsEnd | null> {
  const effect = await performExternal(
    context,
    step,
    await readSurroundings(context, list),
    work.signal,
  );
  // Not a failure: whoever comes next does it again.
  if (effect.isAborted || (!effect.ok && work.signal.aborted)) return { kind: "lost" };
  const tries = list.tries + 1;
  if (effect.ok || effect.isFinal || tries >= MAX_TRIES) {
    return close(context, work, list, step, effect);
  }
  context.log.info(
    { ...ownerName(work.owner), tries, reason: effect.text },
    "an action failed; trying again",
  );
  await sleep(context.tunables.actionPausesMs[tries - 1] ?? 0, work.signal);
  return null;
}

async function close(
  context: WorkerContext,
  work: StepWork,
  list: StepList,
  step: Exclude<Step, { type: "chain" }>,
  effect: Effect,
): Promise<StepsEnd | null> {
  const { ok, text, sentence, output } = effect;
  const note: ActionNote = { type: step.type, index: step.index, ok, text, sentence };
  const stops = !ok && "abortOnFailure" in step && step.abortOnFailure;
  failpoint("step.afterEffect");
  await work.tell?.(note, output);
  const input = { owner: work.owner, list, now: context.clock.now() };
  if (!(await closeStep(context.database, input, note, stops, output))) return { kind: "lost" };
  return stops ? { kind: "stopped", text } : null;
}

/** Counts what does not apply as done, so that the list is over. */
async function finish(
  context: WorkerContext,
  { owner, leavesBoardToSettlement }: StepWork,
  list: StepList,
): Promise<StepsEnd> {
  if (leavesBoardToSettlement || list.done === list.steps.length) return { kind: "done" };
  const isOurs = await skipSteps(context.database, { owner, list }, list.steps.length);
  return isOurs ? { kind: "done" } : { kind: "lost" };
}

function isOwn(step: Step): boolean {
  return step.type !== "chain" && isOwnStep(step);
}

async function readSurroundings({ database }: WorkerContext, list: StepList) {
  const project = await database.prisma.project.findUniqueOrThrow({
    where: { id: list.projectId },
    select: { slug: true, workspaceRealPath: true, allowedHosts: true },
  });
  const ticket =
    list.ticket === null
      ? null
      : await database.prisma.ticket.findUnique({
          where: { id: list.ticket.id },
          select: { number: true, title: true },
        });
  return { project, ticket, runId: list.runId };
}

function ownerName(owner: StepOwner): Record<string, string> {
  return owner.kind === "run" ? { run: owner.runId } : { job: String(owner.jobId) };
}
