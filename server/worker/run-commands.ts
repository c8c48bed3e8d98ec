import { answerQuestions, allowTool, approvePlan, denyTool } from "../agent/control-lines.ts";
import { answerQuestionSchema } from "#server/contracts/run.ts";
import type { AnswerQuestion } from "#server/contracts/run.ts";
import { failpoint } from "../lib/failpoint.ts";
import type { RunCommand } from "../store/generated/client.ts";
import { endIfDone, sendMessage } from "./end-if-done.ts";
import { stopAgent } from "./line-facts.ts";
import { answerCli, forgetRequest, inputFor } from "./requests.ts";
import type { OpenRequest, RunSession } from "./run-session.ts";

/**
 * Does what people asked of a running run since the last look: the rows are the truth, a notification
 * only makes the look come sooner. Called one at a time per run.
 */
export async function obeyCommands(session: RunSession): Promise<void> {
  const { context, run } = session;
  const row = await context.database.prisma.run.findUnique({
    where: { id: run.id },
    select: { stopRequestedAt: true, stopRequestedBy: true },
  });
  if (row?.stopRequestedAt && !session.isStopSent) {
    run.stopRequestedBy = row.stopRequestedBy;
    run.stopRequestedAt = row.stopRequestedAt;
    await recordStop(session, row.stopRequestedBy ?? "system");
    await stopAgent(session);
    return;
  }
  const commands = await context.database.prisma.runCommand.findMany({
    where: { runId: run.id, state: "queued" },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  for (const command of commands) {
    if (command.kind === "answer") await obeyAnswer(session, command);
    else if (command.kind === "steer") await obeySteer(session, command);
    else if (command.kind === "interrupt") await obeyInterrupt(session, command);
  }
}

async function recordStop(session: RunSession, actor: string): Promise<void> {
  await session.feed.append([
    {
      event: { kind: "stop_requested", parent: null, payload: { actor, reason: null } },
      offset: 0,
    },
  ]);
}

async function obeySteer(session: RunSession, command: RunCommand): Promise<void> {
  const { mode } = command.payload as { mode?: string };
  if (mode === "queue") {
    // The next turn; without a turn under way that is now.
    if (session.results.length > 0 && !session.normaliser.isTurnOpen()) await endIfDone(session);
    return;
  }
  if (!session.sawInit || session.isEndSent) return;
  if (mode === "interrupt") {
    await session.keeper.send({ id: `interrupt-${command.id}`, kind: "interrupt" });
  }
  await sendMessage(session, command);
}

async function obeyInterrupt(session: RunSession, command: RunCommand): Promise<void> {
  await session.feed.append(
    [{ event: { kind: "interrupt", parent: null, payload: { actor: command.actor } }, offset: 0 }],
    {},
    async (tx) => {
      await tx.runCommand.update({ where: { id: command.id }, data: { state: "sent" } });
    },
  );
  await session.keeper.send({ id: command.id, kind: "interrupt" });
}

async function obeyAnswer(session: RunSession, command: RunCommand): Promise<void> {
  const { questionId, answer } = answerQuestionSchema.parse(command.payload);
  const open = [...session.openRequests.values()].find((one) => one.questionId === questionId);
  if (!open) return;
  const response = await responseFor(session, open, answer);
  await session.feed.append(
    [
      {
        event: {
          kind: "answered",
          parent: null,
          payload: { questionId, actor: command.actor, answer },
        },
        offset: 0,
      },
    ],
    {},
    async (tx) => {
      await tx.runCommand.update({
        where: { id: command.id },
        data: { state: "delivered", deliveredAt: session.context.clock.now() },
      });
    },
  );
  failpoint("answer.beforeDelivery");
  await answerCli(session, open.requestId, response);
  await forgetRequest(session, open.requestId);
}

/** What the CLI is told for a person's answer. */
export async function responseFor(
  session: RunSession,
  open: OpenRequest,
  answer: AnswerQuestion["answer"],
): Promise<Record<string, unknown>> {
  const input = await inputFor(session, open);
  if ("labels" in answer) return answerQuestions(input, answer.labels);
  if (answer.permission === "deny") {
    return denyTool(answer.note?.trim() || "The owner said no. Go on without it.");
  }
  if (open.tool === "ExitPlanMode") {
    session.isPlanApproved = true;
    return approvePlan(input, "acceptEdits", answer.plan);
  }
  if (answer.permission !== "allow") {
    const question = await session.context.database.prisma.question.findUnique({
      where: { id: open.questionId },
      select: { payload: true },
    });
    const rule = (question?.payload as { rule?: unknown } | undefined)?.rule;
    if (typeof rule === "string") session.runGrants.push(rule);
  }
  return allowTool(input);
}
