/**
 * What must hold once everything has settled (R-01), judged by the agents' own log, the spools and the
 * processes of the machine, and only then by the tables.
 */
import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { readExit } from "#server/agent/folder-state.ts";
import { findRunProcesses } from "#server/agent/process-tree.ts";
import type { Run, RunEvent } from "#server/store/generated/client.ts";
import { GROUPS } from "./installation.ts";
import type { Installation } from "./installation.ts";
import { findOverlaps, readLives } from "./lives.ts";
import type { Life } from "./lives.ts";
import { readSpool } from "./spools.ts";

export interface Disturbance {
  /** Runs whose agent or keeper was hurt on purpose: how they end is not judged here. */
  hurt: ReadonlySet<string>;
  /** A worker went between an effect outside and its record: it may be there twice. */
  mayRepeatEffects?: boolean;
}

type RunRow = Run & { events: RunEvent[]; ticket: { title: string; number: number } | null };

/** How each scenario ends when nobody hurts it. */
const OUTCOMES: Record<string, string> = {
  "crash-mid-run": "failed",
  "api-error-500": "failed",
  "max-turns": "max_turns",
  "empty-result": "failed",
};

/** Sentences about everything that is wrong; empty = nothing. */
export async function findFaults(
  board: Installation,
  disturbance: Disturbance = { hurt: new Set() },
): Promise<string[]> {
  const lives = await readLives(board.agentsLog);
  const runs = await board.database.prisma.run.findMany({
    include: {
      events: { orderBy: { seq: "asc" } },
      ticket: { select: { title: true, number: true } },
    },
    orderBy: { createdAt: "asc" },
  });
  const faults: string[] = [];
  for (const run of runs) {
    faults.push(
      ...(await judgeRun(board, run, lives, disturbance)).map((one) => `${run.id} ${one}`),
    );
  }
  return [
    ...faults,
    ...(await judgeLives(board, lives, runs)),
    ...(await judgeMoney(board)),
    ...(await judgeRest(board)),
  ];
}

async function judgeRun(
  board: Installation,
  run: RunRow,
  lives: readonly Life[],
  { hurt }: Disturbance,
): Promise<string[]> {
  const faults: string[] = [];
  if (run.state !== "ended") faults.push(`is stuck in ${run.state}`);
  const left = findRunProcesses({ runId: run.id, agent: null });
  if (left.length > 0) faults.push(`left ${left.length} processes behind`);
  const starts = lives.filter((life) => life.run === run.id).length;
  if (!hurt.has(run.id)) {
    if (starts > 1) faults.push(`began ${starts} agents`);
    const scenario = /scenario: (\S+)/.exec(run.ticket?.title ?? "")?.[1] ?? "";
    const expected = OUTCOMES[scenario] ?? "completed";
    if (run.outcome !== expected) {
      faults.push(`(${scenario}) ended as ${run.outcome}: ${run.error}; expected ${expected}`);
    }
  }
  const seqs = run.events.map(({ seq }) => seq);
  if (seqs.some((seq, index) => seq !== index + 1)) faults.push("has gaps in its events");
  if (run.nextSeq !== seqs.length + 1) faults.push(`counts ${run.nextSeq - 1} of ${seqs.length}`);
  if (run.state === "ended" && run.events.at(-1)?.kind !== "ended")
    faults.push("has no last event");
  for (const kind of ["run_admitted", "run_ended"]) {
    const rows = await board.database.prisma.activity.count({
      where: { kind, data: { path: ["run"], equals: run.id } },
    });
    if (rows !== 1) faults.push(`has ${rows} rows ${kind}`);
  }
  for (let n = 1; n <= run.processNumber; n += 1) {
    faults.push(...(await judgeSpool(board, run, n)));
  }
  return faults;
}

/** Every line of the spool but `stream_event` is stored once, whole and in order. */
async function judgeSpool(board: Installation, run: RunRow, n: number): Promise<string[]> {
  const dir = board.processDir(run.id, n);
  const spool = await readSpool(dir);
  const stored = run.events.filter((one) => one.processNumber === n && one.offset > 0n);
  if (spool === null) return stored.length === 0 ? [] : [`has events of ${dir} without a spool`];
  const faults: string[] = [];
  // Archived, an unfinished last line has got its end of line.
  const wanted = spool.lines.flatMap(({ end, events }, index) => {
    const isLast = index === spool.lines.length - 1;
    const last = stored.at(-1)?.offset;
    const isUnfinished = isLast && !spool.isRaw && last === BigInt(end - 1);
    return Array<number>(events).fill(isUnfinished ? end - 1 : end);
  });
  const found = stored.map(({ offset }) => Number(offset));
  const isWrong = (end: number, index: number): boolean =>
    spool.isShifted ? stepsUp(found, index) !== stepsUp(wanted, index) : found[index] !== end;
  const wrong = wanted.findIndex(isWrong);
  if (wrong >= 0 || found.length !== wanted.length) {
    const at = wrong < 0 ? wanted.length : wrong;
    faults.push(
      `has stored ${found.length} of ${wanted.length} events of its spool; number ${at + 1} should end at byte ${wanted[at]}, ends at ${found[at]}`,
    );
  }
  if (run.state === "ended" && spool.isRaw) faults.push(`keeps its raw spool in ${dir}`);
  return faults;
}

/** Whether an event is the first one of its line. */
function stepsUp(offsets: readonly number[], index: number): boolean {
  return (offsets[index] ?? 0) > (offsets[index - 1] ?? 0);
}

async function judgeLives(
  board: Installation,
  lives: readonly Life[],
  runs: readonly RunRow[],
): Promise<string[]> {
  const ends = new Map<Life, number>();
  for (const life of lives)
    ends.set(life, life.endedAt ?? (await endOfKilled(board, life, lives, runs)));
  const endOf = (life: Life): number => ends.get(life) ?? Number.POSITIVE_INFINITY;
  const known = new Set(runs.map(({ id }) => id));
  return [
    ...findOverlaps(lives, (life) => `agent ${life.agent} on ticket ${life.ticket}`, endOf),
    ...findOverlaps(lives, (life) => `group ${GROUPS[life.agent]}`, endOf),
    ...lives.filter(({ run }) => !known.has(run)).map(({ run }) => `run ${run} has no row`),
  ];
}

/** One that was killed wrote no last word: its keeper did, else it was gone when its run ended. */
async function endOfKilled(
  board: Installation,
  life: Life,
  lives: readonly Life[],
  runs: readonly RunRow[],
): Promise<number> {
  const run = runs.find(({ id }) => id === life.run);
  // Its own process has at least this number: one that never came to life has no life here.
  const own = lives.filter(({ run: id }) => id === life.run).indexOf(life) + 1;
  const next = run?.events.find(
    ({ kind, processNumber }) => kind === "run_started" && processNumber > own,
  );
  const last = next?.processNumber ?? (run?.processNumber ?? 0) + 1;
  for (let n = own; n < last; n += 1) {
    const exit = await readExit(board.processDir(life.run, n)).catch(() => null);
    const exitedAt = exit === null ? 0 : Date.parse(exit.exitedAt);
    if (exitedAt >= life.startedAt) return exitedAt;
  }
  const later = next ?? run?.events.find(({ kind }) => kind === "ended");
  return later?.at.getTime() ?? Number.POSITIVE_INFINITY;
}

/** Booked once, and nothing is held any more. */
async function judgeMoney({ database }: Installation): Promise<string[]> {
  const rows = await database.prisma.$queryRaw<{ fault: string }[]>`
    SELECT 'reservation of ' || "runId" || ' is still open' AS fault FROM "Reservation" v
      JOIN "Run" r ON r."id" = v."runId" WHERE v."closedAt" IS NULL AND r."state" = 'ended'
    UNION ALL
    SELECT r."id" || ' costs ' || r."costUsd" || ', its ledger says ' || COALESCE(sum(l."amountUsd"), 0)
      FROM "Run" r LEFT JOIN "LedgerEntry" l ON l."runId" = r."id"
     GROUP BY r."id" HAVING r."costUsd" <> COALESCE(sum(l."amountUsd"), 0)
    UNION ALL
    SELECT r."id" || ' booked ' || count(DISTINCT l."id") || ' of ' || count(DISTINCT e."seq") || ' results'
      FROM "Run" r LEFT JOIN "LedgerEntry" l ON l."runId" = r."id" AND l."kind" = 'result'
      LEFT JOIN "RunEvent" e ON e."runId" = r."id" AND e."kind" = 'result'
     GROUP BY r."id" HAVING count(DISTINCT l."id") <> count(DISTINCT e."seq")`;
  return rows.map(({ fault }) => fault);
}

/** Things that wait for somebody who will never come. */
async function judgeRest(board: Installation): Promise<string[]> {
  const { prisma } = board.database;
  const rows = await prisma.$queryRaw<{ fault: string }[]>`
    SELECT 'message ' || c."id" || ' of ended run ' || c."runId" || ' is still ' || c."state" AS fault
      FROM "RunCommand" c JOIN "Run" r ON r."id" = c."runId"
     WHERE r."state" = 'ended' AND c."state" IN ('queued', 'sent')
    UNION ALL
    SELECT 'firing ' || f."id" || ' is admitted without a run' FROM "Firing" f
     WHERE f."state" = 'admitted' AND NOT EXISTS (SELECT 1 FROM "Run" r WHERE r."firingId" = f."id")`;
  const sockets = await readdir(path.join(board.dataDir, "s")).catch(() => []);
  return [
    ...rows.map(({ fault }) => fault),
    ...(await countTemporary(board.dataDir)),
    ...(sockets.length > 0 ? [`${sockets.length} keepers' sockets are left`] : []),
  ];
}

async function countTemporary(dataDir: string): Promise<string[]> {
  const runs = path.join(dataDir, "runs");
  const names = await readdir(runs, { recursive: true }).catch(() => []);
  const specs = names.filter((name) => name.endsWith("spec.json"));
  const sizes = await Promise.all(specs.map((name) => stat(path.join(runs, name))));
  return sizes.map((_, index) => `${specs[index]} still holds a token`);
}
