import type { Actor } from "#server/contracts/actor.ts";
import type { ImportReport, ImportRequest, LeftBehind } from "#server/contracts/import.ts";
import { runAgents } from "#server/core/import/judge-automations.ts";
import { readLiveAutomations } from "#server/queries/automations.ts";
import { findProject } from "#server/queries/find-project.ts";
import type { ProjectRow } from "#server/queries/find-project.ts";
import { readStateFile } from "#server/queries/import-files.ts";
import { readImportReport } from "#server/queries/import-report.ts";
import { openSource } from "#server/queries/import-source.ts";
import type { Source } from "#server/queries/import-source.ts";
import type { Database } from "#server/store/client.ts";
import { inTransaction } from "#server/store/transaction.ts";
import { importBoard } from "./import-board.ts";
import { importCosts } from "./import-costs.ts";
import { goLive } from "./import-go-live.ts";
import { importImages } from "./import-images.ts";
import { importSessions } from "./import-sessions.ts";
import { importTickets } from "./import-tickets.ts";

/** What the steps add to the report. */
type Added = Partial<Pick<ImportReport, "tickets" | "sessions" | "costs">> & {
  source: ImportReport["found"]["source"];
  columns: string[];
  members: string[];
  leftBehind: LeftBehind[];
};

/**
 * The steps of ux.md 3: look (always), bring tickets, sessions and costs as asked, go live. Each can be
 * repeated: only what is missing is brought. Nothing is written into the workspace. Refusals: those of
 * `openSource`, `importBoard` and `goLive`.
 */
export async function importProject(
  database: Database,
  actor: Actor,
  project: ProjectRow,
  request: ImportRequest,
  now: Date,
): Promise<ImportReport> {
  const { what, source, preview } = request;
  const added: Added = { source: null, columns: [], members: [], leftBehind: [] };
  if (what?.tickets) await bringTickets(database, actor, project, request, added, now);
  const workspace = project.workspaceRealPath;
  if (what?.sessions && !preview && workspace !== null) {
    const file = await readStateFile(workspace);
    if (file?.state) {
      const { state } = file;
      const input = { projectId: project.id, actor, state, cwd: workspace, now };
      added.sessions = await importSessions(database, input);
    }
  }
  if (what?.costs && !preview && workspace !== null) {
    added.costs = await importCosts(database, { projectId: project.id, actor, workspace });
  }
  if (request.goLive && !preview) {
    await goLive(database, actor, { project, source, confirm: request.confirm }, now);
  }
  const report = await readImportReport(database, await findProject(database, project.slug));
  return {
    ...report,
    found: { ...report.found, source: added.source },
    columns: { ...report.columns, created: added.columns },
    members: { ...report.members, created: added.members },
    tickets: added.tickets ?? report.tickets,
    sessions: added.sessions ?? report.sessions,
    costs: added.costs ?? report.costs,
    leftBehind: [...added.leftBehind, ...report.leftBehind],
  };
}

async function bringTickets(
  database: Database,
  actor: Actor,
  project: ProjectRow,
  request: ImportRequest,
  added: Added,
  now: Date,
): Promise<void> {
  const folders = [project.workspacePath, project.workspaceRealPath].filter((one) => one !== null);
  const source = await openSource(request.source ?? {}, folders);
  const read = source.ticketNumbers.length;
  added.source = { url: source.url, project: source.project, tickets: read };
  const wanted = await missingNumbers(database, project.id, source.ticketNumbers);
  added.tickets = { read, imported: 0, skipped: read - wanted.length };
  if (request.preview) return;
  const board = await source.readBoard();
  const tickets = await source.readTickets(wanted);
  const { labelIds, columns, members } = await inTransaction(database, async (tx) =>
    importBoard(tx, {
      ...board,
      projectId: project.id,
      actor,
      source: source.url,
      numbers: tickets.map(({ id }) => id),
      statuses: tickets.map(({ status }) => status),
      assignees: tickets.flatMap(({ assignedTo }) => assignedTo ?? []),
      highestComment: Math.max(0, ...tickets.flatMap((one) => one.comments.map(({ id }) => id))),
      agents: await agentNames(database, project.id),
      now,
    }),
  );
  const { imported, droppedParents, changedTexts } = await importTickets(database, {
    projectId: project.id,
    actor,
    source: source.url,
    tickets,
    labelIds,
    now,
  });
  added.columns = columns;
  added.members = members;
  added.tickets = { read, imported, skipped: read - imported };
  const lostImages = await importImages(database, project.id, source);
  added.leftBehind = remarks(droppedParents, changedTexts, lostImages);
}

/** Numbers that an earlier import did not bring, in the order of their cards. */
async function missingNumbers(
  database: Database,
  projectId: number,
  numbers: Source["ticketNumbers"],
): Promise<number[]> {
  const here = await database.prisma.$queryRaw<{ number: number }[]>`
    SELECT t."number" FROM "Ticket" t
     WHERE t."projectId" = ${projectId} AND t."number" = ANY(${numbers}::int[])
       AND EXISTS (SELECT 1 FROM "Activity" a WHERE a."ticketId" = t."id" AND a."kind" = 'ticket_imported')`;
  const known = new Set(here.map(({ number }) => number));
  return numbers.filter((number) => !known.has(number));
}

/** Agents by a skill file, or because an automation runs them. */
async function agentNames(database: Database, projectId: number): Promise<Set<string>> {
  const config = await readLiveAutomations(database, projectId);
  const skills = await database.prisma.skill.findMany({
    where: { projectId },
    select: { agent: true },
  });
  return new Set([...runAgents(config), ...skills.map(({ agent }) => agent)]);
}

function remarks(
  droppedParents: number[],
  changedTexts: number[],
  lostImages: string[],
): LeftBehind[] {
  const list = (numbers: number[]): string => numbers.map((number) => `#${number}`).join(", ");
  return [
    ...(lostImages.length === 0
      ? []
      : [
          {
            code: "images" as const,
            values: { count: String(lostImages.length) },
            text: `${lostImages.length} images could not be brought; their links are kept in the texts`,
          },
        ]),
    ...(droppedParents.length === 0
      ? []
      : [
          {
            code: "parent_dropped" as const,
            values: { tickets: list(droppedParents) },
            text: `${list(droppedParents)}: the parent is gone, or the tree would be a circle`,
          },
        ]),
    ...(changedTexts.length === 0
      ? []
      : [
          {
            code: "text_changed" as const,
            values: { tickets: list(changedTexts) },
            text: `${list(changedTexts)}: a title became one line, or a character that cannot be stored was replaced`,
          },
        ]),
  ];
}
