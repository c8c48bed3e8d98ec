/** `exit.json` must get written, even on a disk that is full right now. */
import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { writeJsonAtomically } from "./files.ts";

const RETRY_MS = 1_000;

/** Tries as long as there is a folder to write to; false when somebody deleted it. */
export async function writeUntilDone(file: string, value: unknown): Promise<boolean> {
  for (;;) {
    try {
      writeJsonAtomically(file, value);
      return true;
    } catch {
      if (!existsSync(path.dirname(file))) return false;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}

export function sizeOfFile(file: string): number {
  try {
    return statSync(file).size;
  } catch {
    return 0;
  }
}
