import type { FileDiff } from "#server/contracts/run.ts";
import { findHunkWriters } from "../core/run/hunk-writers.ts";
import type { Database } from "../store/client.ts";
import { readEditCalls } from "./own-edits.ts";

/** For each part of a file's difference the run's call that wrote it, where one did (ux 17). */
export async function readHunkWriters(
  database: Database,
  run: { id: string; cwd: string },
  { file, text }: { file: string; text: string },
): Promise<FileDiff["writers"]> {
  if (text === "") return [];
  const calls = await readEditCalls(database.prisma, run, 0);
  const edits = calls.flatMap(({ seq, file: edited, edits }) =>
    edited === file && edits !== "unknown" ? [{ seq, edits }] : [],
  );
  return findHunkWriters(text, edits).map((writer) => {
    const call = calls.find(({ seq }) => seq === writer);
    return call === undefined
      ? null
      : { seq: call.seq, tool: call.tool, at: call.at.toISOString() };
  });
}
