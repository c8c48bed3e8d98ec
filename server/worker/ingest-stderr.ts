import type { SpoolLine } from "../agent/line-splitter.ts";
import { escapeText } from "../agent/sanitise.ts";
import type { FeedEntry } from "./run-feed.ts";
import type { RunSession } from "./run-session.ts";

/** How much of a process's stderr becomes events; the rest is in its file only. */
export const STDERR_STORED_BYTES = 256 * 1024;
/** Lines that came together are one event, up to this. */
const EVENT_CHARS = 16 * 1024;

/**
 * Lines of stderr → stored events, in the order in which they come. How far they are stored is committed
 * with them, so that a worker that takes over goes on there. Where the cap is passed, one note says so.
 */
export async function ingestStderr(session: RunSession, lines: SpoolLine[]): Promise<void> {
  const within = lines.filter((line) => line.endOffset <= STDERR_STORED_BYTES);
  const entries = toEvents(within.map((line) => readLine(session, line))).map(toEntry);
  const crossing = lines.find(
    (line) => line.startOffset <= STDERR_STORED_BYTES && line.endOffset > STDERR_STORED_BYTES,
  );
  if (crossing) {
    const message = `The agent wrote more than ${STDERR_STORED_BYTES / 1024} KB to stderr; the rest is not shown.`;
    const payload = { code: "stderr_cut", message };
    entries.push({ event: { kind: "diagnostic", parent: null, payload }, offset: 0 });
  }
  const stderrOffset = (crossing ?? within.at(-1))?.endOffset;
  if (stderrOffset === undefined || entries.length === 0) return;
  await session.feed.append(entries, { stderrOffset });
}

function readLine({ redactStderr }: RunSession, { text, skippedBytes }: SpoolLine): string {
  return text === null
    ? `[a line of ${skippedBytes} bytes is left out]`
    : escapeText(redactStderr(text.replace(/\r$/, "")));
}

function toEvents(lines: string[]): string[] {
  const texts: string[] = [];
  let open: string | null = null;
  for (const line of lines) {
    if (open !== null && open.length + line.length < EVENT_CHARS) {
      open += `\n${line}`;
      continue;
    }
    if (open !== null) texts.push(open);
    open = line;
  }
  if (open !== null) texts.push(open);
  return texts.filter((text) => text.trim() !== "");
}

function toEntry(text: string): FeedEntry {
  // Offset 0: it names a place in stdout.
  return { event: { kind: "stderr", parent: null, payload: { text } }, offset: 0 };
}
