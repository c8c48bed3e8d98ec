/**
 * Follows a growing file by byte offset. One loop reads, and waits for `onLines` before it reads
 * on: a slow database slows the reading, never the agent, and at most one chunk is in memory.
 */
import { watch } from "node:fs";
import type { FSWatcher } from "node:fs";
import { open } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { createLineSplitter } from "./line-splitter.ts";
import type { SpoolLine } from "./line-splitter.ts";

const CHUNK_BYTES = 256 * 1024;
/** While bytes came lately; watches are usually faster, but they get lost on some file systems. */
const ACTIVE_POLL_MS = 20;
const IDLE_POLL_MS = 250;
const ACTIVE_FOR_MS = 5_000;

export type TailerOptions = {
  path: string;
  /** Where to begin: `endOffset` of the last stored line. */
  offset: number;
  /** Whole lines in order, never empty; awaited. A rejection ends the tailer. */
  onLines(lines: SpoolLine[]): Promise<void> | void;
  maxLineBytes?: number;
};

export type Tailer = {
  /**
   * Reads to the present end of the file, delivers an unfinished last line as well, and closes.
   * Call it when nobody writes any more. Rejects with the error of `onLines` or of reading.
   */
  drain(): Promise<void>;
  /** Stops at once, without the rest; resolves when a running `onLines` is through. */
  close(): Promise<void>;
  /** Settles when the tailer has ended, rejects with what ended it. */
  closed: Promise<void>;
};

export function openTailer(options: TailerOptions): Tailer {
  const splitter = createLineSplitter({
    offset: options.offset,
    ...(options.maxLineBytes === undefined ? {} : { maxLineBytes: options.maxLineBytes }),
  });
  let mode: "following" | "draining" | "closing" = "following";
  let wake: () => void = () => undefined;
  const isClosing = (): boolean => mode === "closing";

  async function follow(): Promise<void> {
    const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
    let handle: FileHandle | null = null;
    let watcher: FSWatcher | null = null;
    let position = options.offset;
    let activeUntilMs = performance.now() + ACTIVE_FOR_MS;
    try {
      while (!isClosing()) {
        // Before reading, so that what is written before the call of `drain` is seen.
        const isLast = mode === "draining";
        handle ??= await openIfThere(options.path);
        watcher ??= handle ? watchFile(options.path, () => wake()) : null;
        const bytesRead = handle
          ? (await handle.read(buffer, 0, buffer.length, position)).bytesRead
          : 0;
        if (bytesRead > 0) {
          position += bytesRead;
          activeUntilMs = performance.now() + ACTIVE_FOR_MS;
          await deliver(splitter.push(buffer.subarray(0, bytesRead)));
        } else if (isLast) {
          await deliver(splitter.flush());
          return;
        } else {
          await pause(performance.now() < activeUntilMs ? ACTIVE_POLL_MS : IDLE_POLL_MS);
        }
      }
    } finally {
      watcher?.close();
      await handle?.close();
    }
  }
  async function deliver(lines: SpoolLine[]): Promise<void> {
    if (lines.length > 0 && !isClosing()) await options.onLines(lines);
  }
  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
      if (mode !== "following") wake();
    });
  }
  const loop = follow();
  // Whoever does not look at `closed` must not be killed by it.
  loop.catch(() => undefined);
  const turnTo = (next: "draining" | "closing"): void => {
    if (mode !== "closing") mode = next;
    wake();
  };
  return {
    closed: loop,
    drain() {
      turnTo("draining");
      return loop;
    },
    async close() {
      turnTo("closing");
      await loop.catch(() => undefined);
    },
  };
}

async function openIfThere(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, "r");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

function watchFile(path: string, onChange: () => void): FSWatcher | null {
  try {
    const watcher = watch(path, { persistent: false }, onChange);
    watcher.on("error", () => watcher.close());
    return watcher;
  } catch {
    return null;
  }
}
