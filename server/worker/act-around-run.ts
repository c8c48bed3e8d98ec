/** The actions of a rule around its agent that no transaction can hold (rule 33). */
import type { RunOutcome } from "#server/contracts/words.ts";
import { isForOutcome } from "../commands/after-run.ts";
import type { ActionNote } from "../commands/action-note.ts";
import { endIfStopped } from "./end-if-stopped.ts";
import { failedStart } from "./follow-process.ts";
import type { ProcessEnd } from "./follow-process.ts";
import { performSteps } from "./perform-steps.ts";
import { RunLost } from "./run-feed.ts";
import type { Charge } from "./supervise.ts";

/**
 * Before the agent starts: what its admission left owed. Null: go on. A failure does not hold the agent
 * back unless the action says `abortOnFailure`; a stop by a person meanwhile does.
 */
export async function actBeforeRun(charge: Charge): Promise<ProcessEnd | null> {
  const { context, run, fence, signal } = charge;
  if ((run.actionsBefore as unknown[]).length <= run.actionsBeforeDone) return null;
  const end = await performSteps(context, {
    owner: { kind: "run", runId: run.id, fence, list: "before" },
    signal,
    applies: () => true,
    tell: (note, output) => tell(charge, note, output),
  });
  if (end.kind === "lost") throw new RunLost(`run ${run.id}: let go before its start`);
  run.actionsBeforeDone = (run.actionsBefore as unknown[]).length;
  if (end.kind === "stopped") return failedStart(end.text);
  return endIfStopped(charge);
}

/** While the run is ending and its group still held: everything up to the last step of its own. */
export async function actAfterRun(charge: Charge, outcome: RunOutcome): Promise<void> {
  const { context, run, fence, signal } = charge;
  if ((run.actionsAfter as unknown[]).length === 0) return;
  const { startedAt } = await context.database.prisma.run.findUniqueOrThrow({
    where: { id: run.id },
    select: { startedAt: true },
  });
  const parked = await context.database.prisma.question.count({
    where: { runId: run.id, state: { in: ["open", "parked"] } },
  });
  const ended = { outcome, isParked: parked > 0, hasStarted: startedAt !== null };
  const end = await performSteps(context, {
    owner: { kind: "run", runId: run.id, fence, list: "after" },
    signal,
    applies: (step) => isForOutcome(step, ended),
    leavesBoardToSettlement: true,
    tell: (note, output) => tell(charge, note, output),
  });
  if (end.kind === "lost") throw new RunLost(`run ${run.id}: let go while it was ending`);
}

/** In the transcript, with what a program or a server said. */
async function tell(charge: Charge, note: ActionNote, output: string | undefined): Promise<void> {
  const payload = {
    code: note.ok ? "action_done" : "action_failed",
    message: note.text,
    action: note.type,
    index: note.index,
    ...(output === undefined || output === "" ? {} : { output }),
  };
  await charge.feed.append([{ event: { kind: "diagnostic", parent: null, payload }, offset: 0 }]);
}
