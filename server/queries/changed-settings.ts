import { stat } from "node:fs/promises";
import path from "node:path";
import type { Database } from "#server/store/client.ts";
import type { Prisma } from "#server/store/generated/client.ts";
import { describeSettings } from "./host-facts.ts";
import { readSettingsManifest } from "./workspace-settings.ts";

/** A project whose settings of the agent CLI nobody accepted as they are now (rule 5). */
export interface ChangedSettings {
  project: { id: number; slug: string; name: string };
  files: readonly string[];
  /** When the newest of the files was written. */
  at: Date;
}

/** Where the gate WORKSPACE_UNTRUSTED holds every run, by name of the project. */
export async function readChangedSettings(
  database: Database,
  where: Prisma.ProjectWhereInput = {},
): Promise<ChangedSettings[]> {
  const projects = await database.prisma.project.findMany({
    where: {
      AND: [where, { workspaceRealPath: { not: null }, trustedSettingsHash: { not: null } }],
    },
    orderBy: [{ name: "asc" }, { id: "asc" }],
  });
  const found = await Promise.all(
    projects.map(async (project): Promise<ChangedSettings | null> => {
      const { id, slug, name, workspaceRealPath: workspace } = project;
      if (workspace === null) return null;
      const manifest = await readSettingsManifest(workspace);
      const problem = describeSettings(project.trustedSettingsHash, manifest);
      if (problem === null) return null;
      const files = problem.changedFiles.map((file) => path.join(workspace, file));
      const at = (await newestOf(files)) ?? project.updatedAt;
      return { project: { id, slug, name }, files: problem.changedFiles, at };
    }),
  );
  return found.filter((one) => one !== null);
}

/** null: none of them is there any more. */
async function newestOf(files: readonly string[]): Promise<Date | null> {
  const times = await Promise.all(
    files.map((file) =>
      stat(file).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      ),
    ),
  );
  const newest = Math.max(0, ...times);
  return newest === 0 ? null : new Date(newest);
}
