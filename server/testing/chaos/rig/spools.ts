/** What the agents really wrote, line by line, from the raw or the archived spool. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { createNormaliser } from "#server/agent/normalise.ts";
import { createLineSplitter } from "#server/agent/line-splitter.ts";

export interface SpoolLine {
  /** End of the line in the file, bytes. */
  end: number;
  /** How many events it gives. */
  events: number;
}

export interface Spool {
  lines: SpoolLine[];
  isRaw: boolean;
  /** Bytes that are no UTF-8 became longer in the archive, so that its places are not those of old. */
  isShifted: boolean;
}

/** Every line that must be stored (all but `stream_event`); null: there is no spool. */
export async function readSpool(dir: string): Promise<Spool | null> {
  const file = path.join(dir, "stdout.ndjson");
  const raw = await readFile(file).catch(() => null);
  const bytes = raw ?? (await readFile(`${file}.gz`).then(gunzipSync, () => null));
  if (bytes === null) return null;
  const splitter = createLineSplitter();
  const normaliser = createNormaliser();
  const lines: SpoolLine[] = [];
  for (const line of [...splitter.push(bytes), ...splitter.flush()]) {
    const { events } =
      line.text === null ? normaliser.pushSkipped(line.skippedBytes) : normaliser.push(line.text);
    if (events.length > 0) lines.push({ end: line.endOffset, events: events.length });
    else if (line.text !== null && !isStreamEvent(line.text))
      throw new Error(`${file}: a line before byte ${line.endOffset} gives no event`);
  }
  return { lines, isRaw: raw !== null, isShifted: raw === null && bytes.includes("\ufffd") };
}

function isStreamEvent(text: string): boolean {
  return text.trim() === "" || text.includes('"type":"stream_event"');
}
