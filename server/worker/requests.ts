import { systemActor } from "#server/contracts/actor.ts";
import { allowTool, denyTool, leaveToAgent, PARKED_MESSAGE } from "../agent/control-lines.ts";
import type { LineFacts, NormalisedLine } from "../agent/normalise.ts";
import { judgeToolUse } from "../agent/permissions.ts";
import { failpoint } from "../lib/failpoint.ts";
import { newUuid } from "../lib/ids.ts";
import { activityActor, writeActivity } from "../store/activity.ts";
import type { Tx } from "../store/client.ts";
import { moveRunState } from "../store/move-run-state.ts";
import type { Batch } from "./batch.ts";
import { endIfDone } from "./end-if-done.ts";
import { judgeInput } from "./judge-input.ts";
import { readRequestInput } from "./read-request-input.ts";
import { proposeRule } from "./propose-rule.ts";
import type { OpenRequest, RunSession } from "./run-session.ts";

type Request = NonNullable<LineFacts["request"]>;

/**
 * The CLI waits for our answer. What level, ceiling, grants or the curl guard settle is answered at
 * once and recorded as decided by the board; anything else becomes a question of the ticket.
 */
export function decideRequest(
  session: RunSession,
  request: Request,
  rawLine: string,
  normalised: NormalisedLine,
  batch: Batch,
): void {
  const input = inputOf(rawLine) ?? request.input;
  const judgement = judgeToolUse({ tool: request.tool, input }, judgeInput(session));
  if (judgement.answer === "ask") return ask(session, request, input, normalised, batch);
  for (const event of normalised.events) {
    if (event.kind === "permission_request") event.payload.decidedBy = "board";
  }
  const response = judgement.answer === "allow" ? allowTool(input) : denyTool(judgement.message);
  batch.after.push(() => {
    failpoint("request.beforeAnswer");
    return answerCli(session, request.requestId, response);
  });
}

/** As it came, before redaction: an answer must hand the same input back. */
function inputOf(rawLine: string): Record<string, unknown> | null {
  try {
    const line = JSON.parse(rawLine) as { request?: { input?: unknown } };
    const input = line.request?.input;
    return typeof input === "object" && input !== null ? (input as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** The id makes a second sending harmless: the keeper ignores what it knows. */
export async function answerCli(
  session: RunSession,
  requestId: string,
  response: Record<string, unknown>,
): Promise<void> {
  await session.keeper.send({
    id: `answer-${session.n}-${requestId}`,
    kind: "answer",
    requestId,
    response,
  });
}

function ask(
  session: RunSession,
  request: Request,
  input: Record<string, unknown>,
  normalised: NormalisedLine,
  batch: Batch,
): void {
  const { run, context } = session;
  const question = newUuid();
  const [event] = normalised.events;
  const isQuestion = event?.kind === "question";
  const isPlan = request.tool === "ExitPlanMode";
  const kind = isQuestion ? "question" : isPlan ? "plan" : "permission";
  if (event?.kind === "question" && run.questionMode === "decide") {
    event.payload.decidedBy = "agent";
    const { questions } = event.payload;
    const payload = { ...event.payload, tool: request.tool };
    batch.effects.push((tx) =>
      storeDecided(tx, session, { id: question, requestId: request.requestId, payload }),
    );
    batch.after.push(() => answerCli(session, request.requestId, leaveToAgent(input, questions)));
    return;
  }
  const payload = {
    ...(event?.payload as Record<string, unknown> | undefined),
    tool: request.tool,
    ...(kind === "permission" ? { rule: proposeRule(request) } : {}),
  };
  session.openRequests.set(request.requestId, {
    requestId: request.requestId,
    questionId: question,
    tool: request.tool,
    input,
    parkAtMs: context.clock.monotonicMs() + run.project.answerWaitSeconds * 1_000,
  });
  batch.effects.push((tx) => storeQuestion(tx, session, { id: question, request, kind, payload }));
  batch.after.push(async () => {
    session.live.update({ state: "awaiting_input" });
    await session.keeper.send({ id: `clock-${question}`, kind: "clock", state: "paused" });
  });
}

/** "Decided without you": listed under the end of the run. */
async function storeDecided(
  tx: Tx,
  { run, context }: RunSession,
  question: { id: string; requestId: string; payload: object },
): Promise<void> {
  const now = context.clock.now();
  const { projectId, ticketId, id: runId } = run;
  await tx.question.createMany({
    data: [
      {
        ...question,
        projectId,
        ticketId,
        runId,
        kind: "question",
        state: "decided",
        answeredBy: run.agent,
        createdAt: now,
        answeredAt: now,
      },
    ],
    skipDuplicates: true,
  });
}

async function storeQuestion(
  tx: Tx,
  session: RunSession,
  question: { id: string; request: Request; kind: string; payload: Record<string, unknown> },
): Promise<void> {
  const { run, fence } = session;
  await tx.question.createMany({
    data: [
      {
        id: question.id,
        projectId: run.projectId,
        ticketId: run.ticketId,
        runId: run.id,
        requestId: question.request.requestId,
        kind: question.kind,
        payload: question.payload as object,
        createdAt: session.context.clock.now(),
      },
    ],
    skipDuplicates: true,
  });
  await moveRunState(tx, { id: run.id, fence }, ["verifying", "running"], "awaiting_input");
  await writeActivity(tx, {
    projectId: run.projectId,
    ticket: run.ticket ? { id: run.ticket.id, number: run.ticket.number } : null,
    actor: activityActor(systemActor),
    kind: "run_asks",
    data: { run: run.id, agent: run.agent, question: question.id },
  });
}

/** The CLI no longer waits: the question is withdrawn. */
export function requestCancelled(session: RunSession, requestId: string, batch: Batch): void {
  const open = session.openRequests.get(requestId);
  if (!open) return;
  batch.effects.push(async (tx) => {
    await tx.question.updateMany({
      where: { id: open.questionId, state: "open" },
      data: { state: "withdrawn" },
    });
  });
  batch.after.push(() => forgetRequest(session, requestId));
}

/** After an answer, a withdrawal or parking: the run goes on when nothing else is asked. */
export async function forgetRequest(session: RunSession, requestId: string): Promise<void> {
  const { context, run, fence, keeper } = session;
  if (!session.openRequests.delete(requestId)) return;
  if (session.openRequests.size > 0) return;
  await moveRunState(context.database.prisma, { id: run.id, fence }, ["awaiting_input"], "running");
  session.live.update({ state: "running" });
  await keeper.send({ id: `clock-on-${session.n}-${requestId}`, kind: "clock", state: "running" });
  await endIfDone(session);
}

/** The input to hand back: from memory, else read again from the spool. */
export async function inputFor(
  session: RunSession,
  open: OpenRequest,
): Promise<Record<string, unknown>> {
  if (open.input !== null) return open.input;
  const file = session.context.runtime.stdoutPath(session.dir);
  return (await readRequestInput(file, open.requestId)) ?? {};
}

/** Nobody answered in time: the agent is told to finish what it can, the question stays (rule 19). */
export async function parkRequest(session: RunSession, open: OpenRequest): Promise<void> {
  const { context, run, fence } = session;
  const { count } = await context.database.prisma.question.updateMany({
    where: { id: open.questionId, state: "open", run: { id: run.id, fence } },
    data: { state: "parked" },
  });
  if (count === 0) return;
  session.wasParked = true;
  await answerCli(session, open.requestId, denyTool(PARKED_MESSAGE));
  await forgetRequest(session, open.requestId);
}
