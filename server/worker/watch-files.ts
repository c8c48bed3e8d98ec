import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { systemActor } from "#server/contracts/actor.ts";
import { isFailure } from "#server/contracts/failure.ts";
import { loadAutomations } from "../commands/load-automations.ts";
import { scanSkills } from "../commands/scan-skills.ts";
import { automationsPath } from "../queries/automations.ts";
import { describeError } from "../lib/result.ts";
import type { WorkerContext } from "./context.ts";

/** Looks whether the files of all projects changed; call it again and again. */
export interface FileWatch {
  look(): Promise<void>;
}

/**
 * Skills and automations are files that people and agents edit anywhere. Their names, sizes and times
 * are compared at each look; what changed is read again by the same commands that the browser uses. The
 * first look reads everything, so a change made while nothing ran is seen. (Watches get lost on network
 * file systems and when editors replace files; a few `stat` calls do not.)
 */
export function createFileWatch(context: WorkerContext): FileWatch {
  const { database, log, clock } = context;
  const seen = new Map<number, string>();
  return {
    async look() {
      const projects = await database.prisma.project.findMany({
        where: { workspaceRealPath: { not: null } },
        select: { id: true, slug: true, workspaceRealPath: true },
      });
      for (const { id, slug, workspaceRealPath } of projects) {
        const signature = await describeFiles(workspaceRealPath ?? "");
        if (signature === null || seen.get(id) === signature) continue;
        seen.set(id, signature);
        const now = clock.now();
        try {
          await scanSkills(database, id, systemActor, now);
          await loadAutomations(database, id, systemActor, now);
        } catch (error) {
          // A broken file is shown where people look; the last good one stays in force (rule 34).
          if (!isFailure(error)) throw error;
          log.warn(
            { project: slug, reason: describeError(error) },
            "a project's files are not in force",
          );
        }
      }
    },
  };
}

const folders = [".agents", ".agents/skills", "skills"];

/** Names, sizes and times of everything that may matter; null without a readable folder. */
async function describeFiles(workspace: string): Promise<string | null> {
  const lines: string[] = [await describeFile(path.join(workspace, automationsPath))];
  for (const folder of folders) {
    const entries = await readdir(path.join(workspace, folder), { withFileTypes: true }).catch(
      () => [],
    );
    for (const entry of entries) {
      const file = path.join(workspace, folder, entry.name);
      if (entry.isFile() && entry.name.endsWith(".md")) lines.push(await describeFile(file));
      else if (entry.isDirectory()) lines.push(await describeFile(path.join(file, "SKILL.md")));
    }
  }
  const isThere = await stat(workspace).then(
    (found) => found.isDirectory(),
    () => false,
  );
  return isThere ? lines.sort().join("\n") : null;
}

async function describeFile(file: string): Promise<string> {
  return stat(file).then(
    ({ size, mtimeMs, ino }) => `${file} ${size} ${mtimeMs} ${ino}`,
    () => `${file} -`,
  );
}
