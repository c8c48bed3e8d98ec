import type { AgentType } from "#server/contracts/words.ts";
import type { RunEventPayload } from "#server/contracts/run-event.ts";
import { ownVariables } from "../agent/env.ts";
import type { FolderState } from "../agent/runtime.ts";
import { processDirFor, socketPathFor } from "../agent/process-runtime.ts";
import { answerAgain, findWaiting } from "./answer-again.ts";
import { sendAgain } from "./send-again.ts";
import { createSession, readSessionTotal } from "./create-session.ts";
import { endSurely } from "./end-surely.ts";
import { endIfDone } from "./end-if-done.ts";
import { followProcess } from "./follow-process.ts";
import type { ProcessEnd } from "./follow-process.ts";
import { onlyToolsOf } from "./memory-instructions.ts";
import { grantsOf, levelOf } from "./prepare-spawn.ts";
import { restoreTodo } from "./restore-todo.ts";
import { restoreUsage } from "./restore-usage.ts";
import type { RunSession } from "./run-session.ts";
import type { Charge } from "./supervise.ts";

/**
 * Goes on with a run whose worker is gone. A start that no keeper has claimed is claimed for nobody, so
 * that a late keeper exits (rule 7); then the caller starts the next process. Otherwise the output is
 * read on from the stored offset, whether the process lives or not: what it said meanwhile is in its
 * files. One of another host that got this far is past its orphan limit, so it counts as gone (rule 26).
 */
export async function adoptProcess(charge: Charge): Promise<ProcessEnd | "not_started"> {
  const { context, run, fence } = charge;
  if (run.processNumber === 0) return "not_started";
  const dir = processDirFor(context.dataDir, run.id, run.processNumber);
  const state = await context.runtime.inspect(dir);
  if (state.started === null && run.spoolOffset === 0n) {
    if (await context.runtime.abandon(dir, fence)) return "not_started";
  }
  const settled = await waitForKeeper(charge, dir);
  if (settled === "not_started") return "not_started";

  const session = await restoreSession(charge, dir);
  await charge.feed.append([
    { event: { kind: "readopted", parent: null, payload: { fence } }, offset: 0 },
  ]);
  context.log.info(
    { run: run.id, fence, keeper: settled.keeper, agent: settled.agent },
    "run was taken over",
  );
  // Also where its process has ended: another one may follow in the same run.
  void context.places?.adopt(run.id);
  if (settled.exit === null && settled.keeper === "alive") void goOn(session);
  return followProcess(session, {
    offset: Number(run.spoolOffset),
    stderrOffset: Number(run.stderrOffset),
  });
}

/** What the last worker may have left undone; every line has an id that the keeper knows if it had it. */
async function goOn(session: RunSession): Promise<void> {
  try {
    await answerAgain(session);
    await sendAgain(session);
    session.hint();
    await endIfDone(session);
  } catch (error) {
    session.context.log.warn({ run: session.run.id, err: error }, "going on with a run failed");
  }
}

const KEEPER_POLL_MS = 50;

/** `started` without `process.json`: its keeper is on the way, or died on it (then n+1). */
async function waitForKeeper(charge: Charge, dir: string): Promise<FolderState | "not_started"> {
  const { context, run, signal } = charge;
  for (;;) {
    const state = await context.runtime.inspect(dir);
    if (state.process !== null || state.exit !== null) return state;
    // It ran: its folder is on another host, or was deleted.
    if (state.started === null && run.spoolOffset > 0n) return state;
    if (state.started?.word === "abandoned") return "not_started";
    if (state.keeper !== "alive") {
      await endSurely(context, { runId: run.id, agent: null }, signal);
      return "not_started";
    }
    await new Promise((resolve) => setTimeout(resolve, KEEPER_POLL_MS));
    if (signal.aborted) return state;
  }
}

/** What the last worker knew, from the stored events, questions and row. */
async function restoreSession(charge: Charge, dir: string): Promise<RunSession> {
  const { context, run } = charge;
  const n = run.processNumber;
  const apiUrl = (await context.apiUrl()) ?? "";
  const session = createSession(charge, {
    n,
    dir,
    socketPath: socketPathFor(context.dataDir, run.id, n),
    permissions: {
      level: levelOf(run),
      agentType: run.agentType as AgentType | null,
      projectCommands: run.project.allowedCommands,
      grantedTools: [...run.allowedTools, ...grantsOf(run)],
      disallowedTools: run.disallowedTools,
      onlyTools: onlyToolsOf(run),
      isRoot: process.getuid?.() === 0,
    },
    variables: ownVariables({
      runId: run.id,
      project: run.project.slug,
      ticketNumber: run.ticket?.number ?? null,
      agent: run.agent,
      apiUrl,
      token: run.tokenSecret ?? "",
      workspace: run.cwd,
    }),
    apiUrl,
  });
  await restoreResults(session);
  await restoreQuestions(session);
  await restoreTodo(session);
  return session;
}

async function restoreResults(session: RunSession): Promise<void> {
  const { context, run, n } = session;
  const rows = await context.database.prisma.runEvent.findMany({
    where: { runId: run.id, processNumber: n, kind: { in: ["init", "result", "rate_limit"] } },
    orderBy: { seq: "asc" },
    select: { seq: true, kind: true, payload: true, offset: true },
  });
  session.sawInit = run.startedAt !== null && rows.some((row) => row.kind === "init");
  for (const row of rows) {
    if (row.kind === "rate_limit") {
      session.rateLimit = row.payload as unknown as RunEventPayload<"rate_limit">;
    }
    if (row.kind !== "result") continue;
    const result = row.payload as unknown as RunEventPayload<"result">;
    session.results.push(result);
    session.cost.processTotalUsd = result.totalCostUsd ?? session.cost.processTotalUsd;
  }
  const last = rows.findLast((row) => row.kind === "result");
  if (last) session.hasOpenTurn = await hasTurnAfter(session, last.seq);
  await restoreUsage(session, Number(last?.offset ?? 0), Number(run.spoolOffset));
  const known = await readSessionTotal(session);
  session.cost.sessionTotalUsd = known;
  const sent = await context.database.prisma.runCommand.findMany({
    where: { runId: run.id, kind: "steer", state: "sent" },
    select: { id: true },
  });
  for (const { id } of sent) session.undelivered.add(id);
}

const turnKinds = ["assistant_text", "thinking", "tool_call", "tool_result", "user_message"];

async function hasTurnAfter({ context, run }: RunSession, seq: number): Promise<boolean> {
  const later = await context.database.prisma.runEvent.count({
    where: { runId: run.id, seq: { gt: seq }, kind: { in: turnKinds }, parent: null },
  });
  return later > 0;
}

/** What people allowed in this run before. */
async function restoreGrants({ context, run, ...session }: RunSession): Promise<boolean> {
  const answered = await context.database.prisma.question.findMany({
    where: { runId: run.id, state: "answered" },
    select: { kind: true, payload: true, answer: true },
  });
  let isPlanApproved = false;
  for (const { kind, payload, answer } of answered) {
    const { permission } = answer as { permission?: string };
    const { rule } = payload as { rule?: unknown };
    if (kind === "plan") isPlanApproved ||= permission !== undefined && permission !== "deny";
    else if (permission?.startsWith("allow_") && typeof rule === "string")
      session.runGrants.push(rule);
  }
  return isPlanApproved;
}

async function restoreQuestions(session: RunSession): Promise<void> {
  session.isPlanApproved = await restoreGrants(session);
  const { context, run } = session;
  const { prisma } = context.database;
  const waiting = (await findWaiting(session)).map(({ requestId }) => requestId);
  const asked = await prisma.question.findMany({
    where: {
      runId: run.id,
      state: { in: ["open", "answered", "parked"] },
      requestId: { in: waiting },
    },
  });
  for (const question of asked) {
    session.openRequests.set(question.requestId, {
      requestId: question.requestId,
      questionId: question.id,
      tool: String((question.payload as { tool?: unknown }).tool ?? ""),
      input: null,
      parkAtMs: context.clock.monotonicMs() + run.project.answerWaitSeconds * 1_000,
    });
  }
}
