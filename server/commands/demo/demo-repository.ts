import { execFile } from "node:child_process";
import { mkdir, realpath, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { loadEnv } from "#server/env.ts";
import { readGitFolder } from "#server/lib/git-folder.ts";
import { demoFiles, demoReviewFiles } from "./demo-files.ts";

const run = promisify(execFile);

export interface DemoRepository {
  /** Symbolic links resolved. */
  folder: string;
  /** Commits before and after the work of ticket 4; null where git is missing. */
  commitBefore: string | null;
  commitAfter: string | null;
}

/** Makes a throw-away repository in the data folder, never in a folder of the visitor's. */
export async function createDemoRepository(): Promise<DemoRepository> {
  const folder = await createFolder(path.join(loadEnv().dataDir, "demo"));
  await writeFiles(folder, demoFiles);
  await commit(folder, "Say hello");
  const before = await readGitFolder(folder);
  await writeFiles(folder, demoReviewFiles);
  await commit(folder, "Describe use and test in the README");
  const after = await readGitFolder(folder);
  return { folder, commitBefore: before?.commit ?? null, commitAfter: after?.commit ?? null };
}

/** The first free number; two visitors at once get two folders. */
async function createFolder(parent: string): Promise<string> {
  await mkdir(parent, { recursive: true });
  for (let number = 1; ; number += 1) {
    const folder = path.join(parent, String(number));
    try {
      await mkdir(folder);
      return await realpath(folder);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}

async function writeFiles(folder: string, files: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), text);
  }
}

/** Without git the demo works too, it only has no diff to show. */
async function commit(folder: string, message: string): Promise<void> {
  const git = (...args: string[]) =>
    run(
      "git",
      [
        "-c",
        "user.name=Programmer",
        "-c",
        "user.email=programmer@demo.invalid",
        "-c",
        "commit.gpgSign=false",
        ...args,
      ],
      {
        cwd: folder,
        timeout: 10_000,
        env: {
          NODE_ENV: "production",
          PATH: process.env["PATH"],
          HOME: folder,
          GIT_CONFIG_NOSYSTEM: "1",
          GIT_CONFIG_GLOBAL: "/dev/null",
        },
      },
    );
  try {
    await git("init", "-q", "-b", "main");
    await git("add", "--all");
    await git("commit", "-q", "-m", message);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}
