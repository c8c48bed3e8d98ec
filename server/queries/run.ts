import { Failure } from "#server/contracts/failure.ts";
import type { RunDetail, RunSummary } from "#server/contracts/run.ts";
import type { RunEvent, RunEventKind } from "#server/contracts/run-event.ts";
import { unpackGates } from "#server/core/dispatch/packed-gates.ts";
import { loadEnv } from "../env.ts";
import { tmuxAttachCommand } from "../lib/tmux-window.ts";
import type { Database } from "../store/client.ts";
import type { Prisma } from "../store/generated/client.ts";
import { readEventTexts, readStoredEvents } from "../store/sql/read-run-events.ts";
import { sentenceOfCause } from "./run-cause.ts";
import type { CauseText } from "./run-cause.ts";
import { readTakeover } from "./takeover.ts";
import { runInclude, toRunSummary } from "./run-summary.ts";
import type { RunRow } from "./run-summary.ts";

/** One run of a project with what its header and details show; 404 `RUN_UNKNOWN`. */
export async function readRun(
  database: Database,
  projectId: number,
  runId: string,
): Promise<RunDetail> {
  const run = await database.prisma.run.findFirst({
    where: { id: runId, projectId },
    include: {
      ...runInclude,
      reservation: { select: { amountUsd: true } },
    },
  });
  if (!run) throw runUnknown(runId);
  const skill = await database.prisma.skill.findUnique({
    where: { projectId_agent: { projectId, agent: run.agent } },
    select: { version: true },
  });
  const { rule, gates = [] } = run.causeText as unknown as CauseText;
  return {
    ...toRunSummary(run),
    cause: sentenceOfCause(run),
    rule,
    gates: unpackGates(gates),
    maxCostUsd: run.maxCostUsd === null ? null : Number(run.maxCostUsd),
    reservedUsd: run.reservation ? Number(run.reservation.amountUsd) : null,
    maxTurns: run.maxTurns,
    timeoutSeconds: run.timeoutSeconds,
    contextTokens: run.contextTokens,
    lastSeq: run.nextSeq - 1,
    error: run.error,
    resultText: run.resultText,
    exitCode: run.exitCode,
    exitSignal: run.exitSignal,
    resetsAt: run.resetsAt?.toISOString() ?? null,
    cliVersion: run.cliVersion,
    containment: run.containment as RunDetail["containment"],
    prunedAt: run.prunedAt?.toISOString() ?? null,
    cwd: run.cwd,
    isolation: run.isolation,
    isResume: run.isResume,
    skillVersion: run.skillVersion,
    skillVersionNow: skill?.version ?? null,
    contract: run.contract,
    contractHash: run.contractHash,
    allowedTools: run.allowedTools,
    forcedGates: run.forcedGates,
    columnBefore: run.columnBefore,
    columnAfter: run.columnAfter,
    attachCommand: attachCommandOf(run),
    prompt: run.prompt,
    holdsGroup: run.holdsGroup && run.state === "ended",
    ...(await readTakeover(database.prisma, run)),
  };
}

let isTmuxOn: boolean | undefined;

/** Read from the environment once; worker and web of one box have the same. */
function attachCommandOf(run: RunRow): string | null {
  isTmuxOn ??= loadEnv().isTmuxOn;
  if (!isTmuxOn || run.state === "ended" || run.state === "queued") return null;
  const ticket = run.ticket?.number ?? null;
  return tmuxAttachCommand({ project: run.project.slug, ticket, runId: run.id });
}

export interface RunFilter {
  projectId?: number;
  /** Of which projects; absent: of all. */
  project?: Prisma.ProjectWhereInput;
  /** The beginning of run ids. */
  id?: string;
  active?: boolean;
  agent?: string;
  ticket?: number;
  outcome?: string;
  verdict?: string;
  since?: Date;
  limit: number;
  /** Run id: continue after this row. */
  after?: string;
}

/** Newest first. `next` is the cursor of the following page. */
export async function listRuns(
  database: Database,
  filter: RunFilter,
): Promise<{ items: RunSummary[]; next: string | null }> {
  const where: Prisma.RunWhereInput = {
    ...(filter.projectId === undefined ? {} : { projectId: filter.projectId }),
    ...(filter.project ? { project: filter.project } : {}),
    ...(filter.id ? { id: { startsWith: filter.id } } : {}),
    ...(filter.active ? { state: { not: "ended" } } : {}),
    ...(filter.agent ? { agent: filter.agent } : {}),
    ...(filter.ticket === undefined ? {} : { ticket: { number: filter.ticket } }),
    ...(filter.outcome ? { outcome: filter.outcome } : {}),
    ...(filter.verdict ? { verdict: filter.verdict } : {}),
    ...(filter.since ? { createdAt: { gte: filter.since } } : {}),
  };
  const rows = await database.prisma.run.findMany({
    where,
    include: runInclude,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: filter.limit + 1,
    ...(filter.after ? { cursor: { id: filter.after }, skip: 1 } : {}),
  });
  const items = rows.slice(0, filter.limit);
  return {
    items: await withSkillFiles(database, items),
    next: rows.length > filter.limit ? (items.at(-1)?.id ?? null) : null,
  };
}

/** Existing callers read which file an agent works by; a rule may have named another one. */
async function withSkillFiles(database: Database, rows: RunRow[]): Promise<RunSummary[]> {
  const skills = await database.prisma.skill.findMany({
    where: { projectId: { in: [...new Set(rows.map((row) => row.projectId))] } },
    select: { projectId: true, agent: true, path: true },
  });
  return rows.map((row) => {
    const own = skills.find(
      ({ projectId, agent }) => projectId === row.projectId && agent === row.agent,
    );
    return { ...toRunSummary(row), skillFile: row.skillFile ?? own?.path ?? null };
  });
}

/** Stored events with `seq > after`, in order, at most `limit`. */
export async function readRunEvents(
  database: Database,
  runId: string,
  after: number,
  limit: number,
): Promise<RunEvent[]> {
  const rows = await readStoredEvents(database.sql, { runId, after, limit });
  return rows.map((row) => ({
    seq: row.seq,
    at: row.at.toISOString(),
    kind: row.kind as RunEventKind,
    parent: row.parent,
    payload: row.payload,
  }));
}

/** The answer `{ items, next }` of GET …/events, as text. */
export async function readEventsAnswer(
  database: Database,
  runId: string,
  after: number,
  limit: number,
): Promise<string> {
  const rows = await readEventTexts(database.sql, { runId, after, limit });
  const next = rows.length === limit ? (rows.at(-1)?.seq ?? null) : null;
  return `{"items":[${rows.map(({ text }) => text).join(",")}],"next":${next}}`;
}

/** True when the run exists and is one of this project. */
export async function runBelongsTo(
  database: Database,
  runId: string,
  projectId: number,
): Promise<boolean> {
  return (await database.prisma.run.count({ where: { id: runId, projectId } })) > 0;
}

/** 404 `RUN_UNKNOWN` unless the run is one of this project. */
export async function requireRun(
  database: Database,
  projectId: number,
  runId: string,
): Promise<void> {
  if (!(await runBelongsTo(database, runId, projectId))) throw runUnknown(runId);
}

export function runUnknown(runId: string): Failure {
  return new Failure(404, "RUN_UNKNOWN", `no run ${runId} in this project`);
}
