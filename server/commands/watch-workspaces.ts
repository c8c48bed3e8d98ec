/**
 * The file watcher: sees that a project's automations or skills changed on disk and takes the change
 * over (engine.md §2), by looking again and again, since events of file systems get lost on the mounts
 * people use. A change that loosens a guard waits for a person inside those commands (rule 5).
 */
import { lstat } from "node:fs/promises";
import path from "node:path";
import { systemActor } from "#server/contracts/actor.ts";
import { isFailure } from "#server/contracts/failure.ts";
import type { Logger } from "#server/lib/logger.ts";
import { automationsPath } from "#server/queries/automations.ts";
import { findSkillFiles } from "#server/queries/skill-files.ts";
import type { Database } from "#server/store/client.ts";
import { loadAutomations } from "./load-automations.ts";
import { scanSkills } from "./scan-skills.ts";

export type WorkspaceWatch = {
  /** One look at every project with a folder; resolves when every change was taken over. */
  look(now: Date): Promise<void>;
};

type Signature = { automations: string; skills: string };

/** Remembers what the files looked like; the first look takes everything over, as after a restart. */
export function createWorkspaceWatch(database: Database, log: Logger): WorkspaceWatch {
  const seen = new Map<number, Signature>();

  const take = async (
    what: string,
    projectId: number,
    work: () => Promise<unknown>,
  ): Promise<void> => {
    try {
      await work();
    } catch (error) {
      // A broken file is said on its page; a folder that is away comes back.
      if (!isFailure(error)) throw error;
      log.warn({ project: projectId, code: error.code }, `${what}: not taken over`);
    }
  };

  return {
    async look(now) {
      const projects = await database.prisma.project.findMany({
        where: { workspaceRealPath: { not: null } },
        select: { id: true, workspaceRealPath: true },
        orderBy: { id: "asc" },
      });
      for (const { id, workspaceRealPath } of projects) {
        const before = seen.get(id);
        const found = await signatureOf(workspaceRealPath ?? "");
        if (found.automations !== before?.automations) {
          await take("automations", id, () => loadAutomations(database, id, systemActor, now));
        }
        if (found.skills !== before?.skills) {
          await take("skills", id, () => scanSkills(database, id, systemActor, now));
        }
        seen.set(id, found);
      }
      const ids = new Set(projects.map((project) => project.id));
      for (const id of seen.keys()) if (!ids.has(id)) seen.delete(id);
    },
  };
}

/** Changes with every save: place, number, size and times of each file, and which files there are. */
async function signatureOf(workspace: string): Promise<Signature> {
  const { files } = await findSkillFiles(workspace).catch(() => ({ files: [] }));
  const skills = await Promise.all(
    files.map(async (file) => `${file.path} ${await stampOf(workspace, file.path)}`),
  );
  return { automations: await stampOf(workspace, automationsPath), skills: skills.join("\n") };
}

async function stampOf(workspace: string, rel: string): Promise<string> {
  try {
    const found = await lstat(path.join(workspace, rel), { bigint: true });
    return [found.ino, found.size, found.mtimeNs, found.ctimeNs].join(" ");
  } catch {
    return "none";
  }
}
