import { constants } from "node:fs";
import { access, realpath } from "node:fs/promises";
import path from "node:path";

/** Absolute path of an executable file; null when there is none. */
export async function findProgram(program: string, searchPath: string): Promise<string | null> {
  const candidates = program.includes("/")
    ? [path.resolve(program)]
    : searchPath.split(path.delimiter).flatMap((dir) => (dir ? [path.join(dir, program)] : []));
  for (const candidate of candidates) {
    try {
      await access(candidate, constants.X_OK);
      await realpath(candidate);
      return candidate;
    } catch {
      // The next one.
    }
  }
  return null;
}
