import type { Actor } from "#server/contracts/actor.ts";
import { Failure } from "#server/contracts/failure.ts";
import type { CreateProject } from "#server/contracts/project.ts";
import { writeInside } from "#server/lib/inside-folder.ts";
import { detectCommands } from "#server/queries/detect-commands.ts";
import { holdsOlderBoard } from "#server/queries/import-files.ts";
import { missingFiles, starterFiles } from "#server/queries/starter-kit.ts";
import type { StarterFile } from "#server/queries/starter-kit.ts";
import { resolveWorkspace } from "#server/queries/workspace-folder.ts";
import type { WorkspaceFolder } from "#server/queries/workspace-folder.ts";
import type { Database } from "#server/store/client.ts";
import type { Project } from "#server/store/generated/client.ts";
import { inTransaction } from "#server/store/transaction.ts";
import { checkPermissionLevel } from "./check-permission-level.ts";
import { createTicket } from "./create-ticket.ts";
import { insertProject } from "./insert-project.ts";
import { removeProjectRows } from "./delete-project.ts";
import { openWorkspace } from "./open-workspace.ts";
import { withWorkspaceErrors } from "./workspace-files.ts";

/**
 * Opens a folder as a project, or makes a board without one. Without `starterKit` nothing is written
 * into the workspace. The board is live at once unless `paused`; nothing starts because it was opened,
 * only because its automations select a ticket. A folder where another board's engine worked opens paused
 * unless `paused` is false, and waits for "Go live" (ux.md 3). 409 `FOLDER_TAKEN`, 422 `WORKSPACE_INVALID`.
 */
export async function createProject(
  database: Database,
  actor: Actor,
  input: CreateProject,
  now: Date,
): Promise<Project> {
  const workspace = input.workspacePath ? await resolveWorkspace(input.workspacePath) : null;
  checkPermissionLevel(actor, input.permissionLevel);
  const files = await filesToWrite(workspace, input);
  const isImported = workspace !== null && (await holdsOlderBoard(workspace.realPath));
  const allowedCommands = workspace ? await detectCommands(workspace.realPath) : [];
  const project = await inTransaction(database, async (tx) =>
    insertProject(
      tx,
      actor,
      {
        name: input.name,
        workspacePath: workspace?.path ?? null,
        workspaceRealPath: workspace?.realPath ?? null,
        isPaused: input.paused ?? isImported,
        isDemo: false,
        isImported,
        permissionLevel: input.permissionLevel ?? "edit",
        isolation: input.isolation ?? "workspace",
        timeZone: checkTimeZone(input.timeZone),
        allowedCommands,
      },
      now,
    ),
  );
  try {
    if (workspace) {
      await withWorkspaceErrors(() => writeFiles(workspace.realPath, files));
      await openWorkspace(database, project.id, actor, now);
    }
  } catch (error) {
    await removeProjectRows(database, project.id);
    throw error;
  }
  if (input.firstTicket) await createFirstTicket(database, actor, project.id, now);
  return project;
}

/** A time zone the runtime knows; the machine's own by default. */
export function checkTimeZone(timeZone: string | undefined): string {
  if (timeZone === undefined) return Intl.DateTimeFormat().resolvedOptions().timeZone;
  try {
    return new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone;
  } catch {
    throw new Failure(
      400,
      "INVALID",
      `timeZone: expected a name such as Europe/Paris, found "${timeZone}"`,
    );
  }
}

async function filesToWrite(
  workspace: WorkspaceFolder | null,
  input: CreateProject,
): Promise<StarterFile[]> {
  if (!input.starterKit || input.starterKit.length === 0) return [];
  if (!workspace)
    throw new Failure(400, "INVALID", "starterKit: expected workspacePath beside it, found none");
  return missingFiles(
    workspace.realPath,
    await starterFiles(input.starterKit, input.dailyBudgetUsd),
  );
}

async function writeFiles(root: string, files: StarterFile[]): Promise<void> {
  for (const file of files) await writeInside(root, file.path, file.content);
}

async function createFirstTicket(
  database: Database,
  actor: Actor,
  projectId: number,
  now: Date,
): Promise<void> {
  const agent = await database.prisma.member.findFirst({
    where: { projectId, kind: "agent", removedAt: null },
    orderBy: { number: "asc" },
    select: { slug: true },
  });
  await createTicket(
    database,
    actor,
    {
      projectId,
      title: "Describe this project in its README",
      description:
        "Read the code and add a short section to the README: what this project does, how to start it, how to run its tests. Keep what is there.",
      assignedTo: agent?.slug ?? null,
    },
    now,
  );
}
