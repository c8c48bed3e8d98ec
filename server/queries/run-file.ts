import path from "node:path";
import { Failure } from "#server/contracts/failure.ts";
import { loadEnv } from "../env.ts";
import { readInside } from "../lib/inside-folder.ts";
import { PathRefused } from "../lib/relative-name.ts";

/** A tool result comes from one line of output, and those are shorter. */
const MAX_BYTES = 64 * 1024 * 1024;

/** A large tool result or a picture of a run; 404 `FILE_UNKNOWN`, also when retention has taken it. */
export async function readRunFile(runId: string, name: string): Promise<Buffer> {
  const root = path.join(loadEnv().dataDir, "runs", runId, "files");
  const unknown = new Failure(404, "FILE_UNKNOWN", `run ${runId} has no file "${name}"`);
  try {
    const found = await readInside(root, name, MAX_BYTES);
    if (found) return found.bytes;
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT";
    if (!isMissing && !(error instanceof PathRefused)) throw error;
  }
  throw unknown;
}
