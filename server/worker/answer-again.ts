import { allowTool, denyTool, leaveToAgent } from "../agent/control-lines.ts";
import { judgeToolUse } from "../agent/permissions.ts";
import { judgeInput } from "./judge-input.ts";
import { readRequestInput } from "./read-request-input.ts";
import { answerCli } from "./requests.ts";
import type { RunSession } from "./run-session.ts";

/**
 * Requests that the board decides by itself are answered right after they were stored. A worker that
 * died in between left the agent waiting for ever, so all without a result are answered again.
 */
export async function answerAgain(session: RunSession): Promise<void> {
  const { context, run, n } = session;
  const rows = await context.database.prisma.runEvent.findMany({
    where: {
      runId: run.id,
      processNumber: n,
      kind: { in: ["permission_request", "question", "tool_result"] },
    },
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
  for (const { kind, callId, requestId, tool, decidedBy, questions = [] } of payloads) {
    const isLeft = kind === "question" && decidedBy === "agent";
    const isOurs = isLeft || (kind === "permission_request" && decidedBy === "board");
    if (!isOurs || requestId === undefined || ended.has(callId)) continue;
    const input = await readRequestInput(context.runtime.stdoutPath(session.dir), requestId);
    if (input === null) continue;
    if (isLeft) {
      await answerCli(session, requestId, leaveToAgent(input, questions));
      continue;
    }
    if (tool === undefined) continue;
    const judgement = judgeToolUse({ tool, input }, judgeInput(session));
    if (judgement.answer === "allow") await answerCli(session, requestId, allowTool(input));
    if (judgement.answer === "deny")
      await answerCli(session, requestId, denyTool(judgement.message));
  }
}
