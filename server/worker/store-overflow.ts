import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import type { RunFile } from "#server/contracts/run-event.ts";
import type { SpoolLine } from "../agent/line-splitter.ts";
import type { NormalisedLine } from "../agent/normalise.ts";
import { runFilesDir } from "../agent/process-runtime.ts";
import { describeError } from "../lib/result.ts";
import type { RunSession } from "./run-session.ts";

/**
 * Tool results over 64 KB and their pictures → files of the run, named in their event before that is
 * stored. The names follow from the place of the line, so that a line that is read again after a crash
 * writes the same files. A disk without room costs the file, never the run.
 */
export async function storeOverflow(
  session: RunSession,
  line: SpoolLine,
  { events, overflow }: Pick<NormalisedLine, "events" | "overflow">,
): Promise<void> {
  const { context, run, n } = session;
  const dir = runFilesDir(context.dataDir, run.id);
  let place = 0;
  const store = async (type: string, content: Buffer): Promise<RunFile> => {
    const name = `${n}-${line.startOffset}-${place}.${type}`;
    place += 1;
    await writeFile(path.join(dir, name), content, { mode: 0o600 });
    return { name, bytes: content.length };
  };
  try {
    await mkdir(dir, { recursive: true, mode: 0o700 });
    for (const { callId, text, images } of overflow) {
      const result = events.find(
        (event) => event.kind === "tool_result" && event.payload.callId === callId,
      );
      if (result?.kind !== "tool_result") continue;
      if (text !== null) result.payload.file = await store("txt", Buffer.from(text, "utf8"));
      for (const { type, base64 } of images) {
        const image = await store(type, Buffer.from(base64, "base64"));
        (result.payload.images ??= []).push(image);
      }
    }
  } catch (error) {
    context.log.warn(
      { run: run.id, reason: describeError(error) },
      "a large tool result could not be kept whole",
    );
  }
}
