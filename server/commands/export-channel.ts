import { costText, lastLedgerId, withSessions } from "#server/core/import/channel-files.ts";
import type { ExportedCost } from "#server/core/import/channel-files.ts";
import { isFailure } from "#server/contracts/failure.ts";
import { writeInside } from "#server/lib/inside-folder.ts";
import { sha256Hex } from "#server/lib/ids.ts";
import type { Logger } from "#server/lib/logger.ts";
import { describeError } from "#server/lib/result.ts";
import {
  channelFolder,
  findCostFiles,
  readCostFile,
  readStateText,
} from "#server/queries/import-files.ts";
import { awaitsGoLive } from "#server/queries/import-waiting.ts";
import type { Database, Tx } from "#server/store/client.ts";
import type { Project } from "#server/store/generated/client.ts";
import { inTransaction } from "#server/store/transaction.ts";
import { lockProjectFiles } from "./lock-project-files.ts";

/** A longer cost log gets the name of its month (compat §5.4). */
const MAX_LOG_LINES = 5_000;
/** Bookings of one pass; the rest comes with the next. */
const MAX_LINES_AT_ONCE = 2_000;

export interface ChannelExport {
  /** Writes what changed since the last look into the channel folders of live imported projects. */
  look(now: Date): Promise<void>;
}

interface Signs {
  id: number;
  sign: string;
}

/**
 * Keeps `.agents/channel` of imported projects in step once they are live: tools that read it go on
 * (engine.md §1). Written atomically and never read back as truth; before "Go live" nothing is written.
 * Something else that writes there is a warning in the log.
 */
export function createChannelExport(database: Database, log: Pick<Logger, "warn">): ChannelExport {
  const done = new Map<number, string>();
  const written = new Map<number, string>();
  return {
    async look(now) {
      for (const { id, sign } of await readSigns(database)) {
        if (done.get(id) === sign) continue;
        try {
          const state = await exportProject(database, id, now, (found, slug) => {
            const before = written.get(id);
            if (before !== undefined && before !== found)
              log.warn(
                { project: slug },
                "another program writes .agents/channel/dispatch-state.json",
              );
          });
          if (state !== null) written.set(id, state);
          done.set(id, sign);
        } catch (error) {
          if (!isFailure(error)) {
            log.warn(
              { project: id, reason: describeError(error) },
              "writing .agents/channel failed",
            );
          }
          done.set(id, sign);
        }
      }
    },
  };
}

function readSigns({ prisma }: Database): Promise<Signs[]> {
  return prisma.$queryRaw<Signs[]>`
    SELECT p."id", p."isPaused" || '/' ||
           (SELECT COUNT(*) || '/' || COALESCE(MAX(s."updatedAt")::text, '') FROM "AgentSession" s WHERE s."projectId" = p."id") || '/' ||
           (SELECT COALESCE(MAX(l."id"), 0) FROM "LedgerEntry" l WHERE l."projectId" = p."id" AND l."runId" IS NOT NULL) AS sign
      FROM "Project" p WHERE p."isImported" AND p."workspaceRealPath" IS NOT NULL ORDER BY p."id"`;
}

/** The hash of the state as it stands now; null = nothing was written. */
async function exportProject(
  database: Database,
  projectId: number,
  now: Date,
  onFound: (hash: string | null, slug: string) => void,
): Promise<string | null> {
  return inTransaction(database, async (tx) => {
    await lockProjectFiles(tx, projectId);
    const project = await tx.project.findUnique({ where: { id: projectId } });
    if (!project?.workspaceRealPath || (await awaitsGoLive(tx, project))) return null;
    const { workspaceRealPath: workspace, slug } = project;
    const before = await readStateText(workspace);
    onFound(before === null ? null : sha256Hex(before), slug);
    const after = withSessions(before, await readSessions(tx, projectId));
    if (after !== null && after !== before) {
      await writeInside(workspace, `${channelFolder}/dispatch-state.json`, after);
    }
    await exportCosts(tx, project, workspace, now);
    const state = after ?? before;
    return state === null ? null : sha256Hex(state);
  });
}

async function readSessions(tx: Tx, projectId: number) {
  return tx.$queryRaw<{ agent: string; ticketNumber: number; sessionId: string }[]>`
    SELECT s."agent", t."number" AS "ticketNumber", s."sessionId" FROM "AgentSession" s
      JOIN "Ticket" t ON t."id" = s."ticketId"
     WHERE s."projectId" = ${projectId} AND s."isStarted" ORDER BY s."agent", t."number"`;
}

async function exportCosts(
  tx: Tx,
  { id: projectId }: Pick<Project, "id">,
  workspace: string,
  now: Date,
): Promise<void> {
  const current = `${channelFolder}/cost-log.jsonl`;
  const text = (await readCostFile(workspace, "cost-log.jsonl")) ?? "";
  const rows = await readCosts(tx, projectId, await lastExported(workspace, text));
  if (rows.length === 0) return;
  const lines = rows.map(costText);
  const kept = text === "" || text.endsWith("\n") ? text : `${text}\n`;
  const isFull = kept.split("\n").length - 1 + lines.length > MAX_LOG_LINES;
  if (isFull && kept !== "") {
    const month = `cost-log-${now.toISOString().slice(0, 7)}.jsonl`;
    const older = (await readCostFile(workspace, month)) ?? "";
    await writeInside(workspace, `${channelFolder}/${month}`, older + kept);
  }
  await writeInside(workspace, current, `${isFull ? "" : kept}${lines.join("\n")}\n`);
}

/** In the running log, else in the newest month that has a line of ours. */
async function lastExported(workspace: string, text: string): Promise<number> {
  const here = lastLedgerId(text);
  if (here > 0) return here;
  for (const file of (await findCostFiles(workspace)).toReversed()) {
    const found = lastLedgerId((await readCostFile(workspace, file)) ?? "");
    if (found > 0) return found;
  }
  return 0;
}

/** Imported history has no run and came from there. */
async function readCosts(tx: Tx, projectId: number, after: number): Promise<ExportedCost[]> {
  return tx.$queryRaw<ExportedCost[]>`
    SELECT l."id"::int AS "ledgerId", l."at", l."agent", t."number" AS "ticketNumber", l."model",
           l."amountUsd"::float8 AS "usdCost", r."exitCode",
           COALESCE(EXTRACT(EPOCH FROM COALESCE(r."endedAt", l."at") - r."startedAt"), 0)::float8 AS "durationSeconds"
      FROM "LedgerEntry" l JOIN "Run" r ON r."id" = l."runId" LEFT JOIN "Ticket" t ON t."id" = l."ticketId"
     WHERE l."projectId" = ${projectId} AND l."id" > ${after}
     ORDER BY l."id" LIMIT ${MAX_LINES_AT_ONCE}`;
}
