import { createReadStream } from "node:fs";
import { createNormaliser } from "../agent/normalise.ts";
import { createLineSplitter } from "../agent/line-splitter.ts";
import { noteUsage } from "./ingest.ts";
import type { RunSession } from "./run-session.ts";

/**
 * What a taken-over process used since its last result, read again from its output up to where reading
 * goes on: streamed lines are never stored, and a run that is killed now is settled from them.
 */
export async function restoreUsage(session: RunSession, from: number, to: number): Promise<void> {
  if (to <= from) return;
  const file = session.context.runtime.stdoutPath(session.dir);
  const splitter = createLineSplitter({ offset: from });
  const normaliser = createNormaliser();
  try {
    for await (const chunk of createReadStream(file, { start: from, end: to - 1 })) {
      for (const { text } of splitter.push(chunk as Buffer)) {
        const usage = text === null ? null : normaliser.push(text).liveUsage;
        if (usage) noteUsage(session.usage, usage);
      }
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}
