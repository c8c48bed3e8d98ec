/** `exit.json` must get written, even on a disk that is full right now. */
import { statSync } from "node:fs";
import { writeJsonAtomically } from "./files.ts";

const RETRY_MS = 1_000;

export async function writeUntilDone(file: string, value: unknown): Promise<void> {
  for (;;) {
    try {
      writeJsonAtomically(file, value);
      return;
    } catch {
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
