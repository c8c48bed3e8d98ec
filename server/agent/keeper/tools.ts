/** The programs of util-linux and coreutils that surround an agent. Never looked up on the agent's PATH. */
import { accessSync, constants } from "node:fs";
import path from "node:path";

const FOLDERS = ["/usr/bin", "/bin", "/usr/sbin", "/sbin"];

/** Environment of what is ours around an agent: nothing of the server's. */
export const PLUMBING_ENV = { PATH: FOLDERS.join(":") } as unknown as NodeJS.ProcessEnv;

const known = new Map<string, string | null>();

/** Absolute path, or null. */
export function findTool(name: string): string | null {
  const before = known.get(name);
  if (before !== undefined) return before;
  const found = FOLDERS.map((folder) => path.join(folder, name)).find(isExecutable) ?? null;
  known.set(name, found);
  return found;
}

export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
