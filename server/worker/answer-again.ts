import type { AnswerQuestion } from "#server/contracts/run.ts";
import { allowTool, denyTool, leaveToAgent, PARKED_MESSAGE } from "../agent/control-lines.ts";
import { judgeToolUse } from "../agent/permissions.ts";
import { judgeInput } from "./judge-input.ts";
import { readRequestInput } from "./read-request-input.ts";
import { answerCli, forgetRequest } from "./requests.ts";
import { responseFor } from "./run-commands.ts";
import type { OpenRequest, RunSession } from "./run-session.ts";

/** A tool use that the CLI asked about and that has no result yet. */
interface Waiting {
  requestId: string;
  tool: string | undefined;
  questions: readonly { question: string }[];
  /** `board`: by its rules · `agent`: left to it. Else a person decides. */
  decidedBy: string | undefined;
}

/** In the order in which they were asked, from the stored events of this process. */
export async function findWaiting({ context, run, n }: RunSession): Promise<Waiting[]> {
  const kinds = ["permission_request", "question", "tool_result"];
  const rows = await context.database.prisma.runEvent.findMany({
    where: { runId: run.id, processNumber: n, kind: { in: kinds } },
    orderBy: { seq: "asc" },
    select: { kind: true, payload: true },
  });
  const payloads = rows.map(({ kind, payload }) => ({
    kind,
    ...(payload as {
      callId?: string;
      requestId?: string;
      tool?: string;
      decidedBy?: string;
      questions?: { question: string }[];
    }),
  }));
  const ended = new Set(
    payloads.flatMap((one) => (one.kind === "tool_result" ? [one.callId] : [])),
  );
  return payloads.flatMap(({ kind, callId, requestId, tool, decidedBy, questions }): Waiting[] =>
    kind === "tool_result" || requestId === undefined || ended.has(callId)
      ? []
      : [{ requestId, tool, decidedBy, questions: questions ?? [] }],
  );
}

/**
 * What was decided is stored first and handed to the agent right after it. A worker that died in between
 * left the agent waiting for ever, so everything that is decided and has no result is answered again;
 * the keeper ignores what it had.
 */
export async function answerAgain(session: RunSession): Promise<void> {
  for (const waiting of await findWaiting(session)) {
    if (waiting.decidedBy === "board" || waiting.decidedBy === "agent") {
      await decideAgain(session, waiting);
    }
  }
  for (const open of session.openRequests.values()) await deliverAgain(session, open);
}

async function decideAgain(session: RunSession, waiting: Waiting): Promise<void> {
  const { requestId, tool, questions } = waiting;
  const file = session.context.runtime.stdoutPath(session.dir);
  const input = await readRequestInput(file, requestId);
  if (input === null) return;
  if (waiting.decidedBy === "agent") {
    await answerCli(session, requestId, leaveToAgent(input, questions));
    return;
  }
  if (tool === undefined) return;
  const judgement = judgeToolUse({ tool, input }, judgeInput(session));
  if (judgement.answer === "allow") await answerCli(session, requestId, allowTool(input));
  if (judgement.answer === "deny") await answerCli(session, requestId, denyTool(judgement.message));
}

/** A person's answer, or that there was none in time. One that is queued is carried out as any other. */
async function deliverAgain(session: RunSession, open: OpenRequest): Promise<void> {
  const { prisma } = session.context.database;
  const question = await prisma.question.findUniqueOrThrow({ where: { id: open.questionId } });
  if (question.state === "open") return;
  if (question.state === "parked") {
    session.wasParked = true;
    await answerCli(session, open.requestId, denyTool(PARKED_MESSAGE));
  } else {
    const queued = await prisma.runCommand.count({
      where: {
        runId: session.run.id,
        kind: "answer",
        state: "queued",
        payload: { path: ["questionId"], equals: open.questionId },
      },
    });
    if (queued > 0) return;
    const answer = question.answer as AnswerQuestion["answer"];
    await answerCli(session, open.requestId, await responseFor(session, open, answer));
  }
  await forgetRequest(session, open.requestId);
}
