/** After the end: the raw spool is replaced by a redacted, compressed copy (rule 41). */
import { createReadStream, createWriteStream } from "node:fs";
import { access, open, rename, rm } from "node:fs/promises";
import path from "node:path";
import { randomUUID } from "node:crypto";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { FILES } from "./keeper/protocol.ts";
import { createLineSplitter } from "./line-splitter.ts";
import type { SpoolLine } from "./line-splitter.ts";
import type { Redactor } from "#server/lib/redact.ts";

export const ARCHIVED_STDOUT = `${FILES.stdout}.gz`;

/** Rewrites stdout, stderr and the control log of an ended process. Safe to repeat after a crash. */
export async function archiveSpool(dir: string, redactor: Redactor): Promise<void> {
  for (const name of [FILES.stdout, FILES.stderr, FILES.control]) {
    // Lines of JSON hold a secret whole; in plain text it may go over several lines.
    const redact = name === FILES.stderr ? redactor.plainLines() : redactor.line;
    await archiveFile(path.join(dir, name), redact);
  }
}

/** What a start that came to nothing left: a spec with tokens, and its keeper's socket. */
export async function forgetStart(dir: string, socketPath: string): Promise<void> {
  await rm(path.join(dir, FILES.spec), { force: true });
  await rm(socketPath, { force: true });
}

type RedactLine = (line: string) => string;

async function archiveFile(file: string, redact: RedactLine): Promise<void> {
  const exists = await access(file).then(
    () => true,
    () => false,
  );
  if (!exists) return;
  // Two workers may do this at once.
  const temporary = `${file}.gz.${randomUUID()}.tmp`;
  await pipeline(
    createReadStream(file),
    async function* redactLines(chunks: AsyncIterable<Buffer>) {
      const splitter = createLineSplitter();
      for await (const chunk of chunks) {
        for (const line of splitter.push(chunk)) yield redactLine(line, redact);
      }
      for (const line of splitter.flush()) yield redactLine(line, redact);
    },
    createGzip(),
    createWriteStream(temporary, { mode: 0o600 }),
  );
  const handle = await open(temporary, "r");
  await handle.sync();
  await handle.close();
  await rename(temporary, `${file}.gz`);
  await rm(file, { force: true });
}

/** Text that was still being written. */
const PIECES = /"(text|thinking|partial_json)":"((?:[^"\\]|\\.)*)"/g;

/**
 * A secret may be cut in two by the pieces in which an answer is streamed, and no line shows it then. So
 * their text is blotted out, byte for byte; the whole of it follows in the `assistant` line.
 */
function blotPieces(line: string): string {
  if (!line.includes("stream_event") || !isStreamEvent(line)) return line;
  return line.replace(
    PIECES,
    (_, key: string, text: string) => `"${key}":"${"*".repeat(Buffer.byteLength(text))}"`,
  );
}

function isStreamEvent(line: string): boolean {
  try {
    const value: unknown = JSON.parse(line);
    return (value as { type?: unknown } | null)?.type === "stream_event";
  } catch {
    return false;
  }
}

function redactLine(line: SpoolLine, redact: RedactLine): string {
  if (line.text === null) return `{"type":"signalbox_skipped","bytes":${line.skippedBytes}}\n`;
  return `${blotPieces(redact(line.text))}\n`;
}
