import type { RunEndMessage } from "#server/contracts/live.ts";
import type { RunLiveState } from "#server/contracts/run.ts";
import type { RunOutcome, RunState, Verdict } from "#server/contracts/words.ts";
import { clientOf } from "./reader.ts";
import type { Reader } from "./reader.ts";

/** What the gateway needs to know of a run that somebody watches. */
export type WatchedRun = {
  id: string;
  projectId: number;
  lastSeq: number;
  /** Null while it is active. */
  end: RunEndMessage | null;
  state: RunLiveState;
};

const watchedSelect = {
  id: true,
  projectId: true,
  agent: true,
  nextSeq: true,
  state: true,
  outcome: true,
  verdict: true,
  costUsd: true,
  isCostEstimated: true,
  turns: true,
  lastAction: true,
  contextTokens: true,
  project: { select: { slug: true } },
  ticket: { select: { number: true } },
  checkpoints: { select: { n: true }, take: 1 },
} as const;

/** The rows of these runs; unknown ids are absent. */
export async function readWatchedRuns(
  reader: Reader,
  runIds: readonly string[],
): Promise<WatchedRun[]> {
  const rows = await clientOf(reader).run.findMany({
    where: { id: { in: [...runIds] } },
    select: watchedSelect,
  });
  return rows.map((row) => {
    const lastSeq = row.nextSeq - 1;
    const outcome = row.outcome as RunOutcome | null;
    const verdict = row.verdict as Verdict | null;
    return {
      id: row.id,
      projectId: row.projectId,
      lastSeq,
      end: row.state === "ended" ? { run: row.id, lastSeq, outcome, verdict } : null,
      state: {
        run: row.id,
        project: row.project.slug,
        ticket: row.ticket?.number ?? null,
        agent: row.agent,
        state: row.state as RunState,
        outcome,
        cost: Number(row.costUsd),
        isCostEstimated: row.isCostEstimated,
        turns: row.turns,
        lastAction: row.lastAction,
        contextTokens: row.contextTokens,
        todo: null,
        isRecording: isRecording(row),
      },
    };
  });
}

/** Everything else of its start is done: only the look at its folder is missing. */
function isRecording(row: { state: string; nextSeq: number; checkpoints: unknown[] }): boolean {
  return row.state === "starting" && row.nextSeq > 1 && row.checkpoints.length === 0;
}

export type ProjectRevisionRow = { id: number; slug: string; revision: number };

/** Every project's revision, for the poll; one indexed read of a small table. */
export async function readRevisions(reader: Reader): Promise<ProjectRevisionRow[]> {
  const rows = await clientOf(reader).projectRevision.findMany({
    select: { projectId: true, revision: true, project: { select: { slug: true } } },
  });
  return rows.map((row) => ({
    id: row.projectId,
    slug: row.project.slug,
    revision: Number(row.revision),
  }));
}

/** The different kinds of activity after a revision, up to another one. */
export async function readActivityKinds(
  reader: Reader,
  projectId: number,
  after: number,
  upTo: number,
): Promise<string[]> {
  const rows = await clientOf(reader).activity.findMany({
    where: { projectId, revision: { gt: after, lte: upTo } },
    select: { kind: true },
    distinct: ["kind"],
    take: 100,
  });
  return rows.map((row) => row.kind);
}
