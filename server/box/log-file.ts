import { closeSync, openSync, renameSync, rmSync, statSync, writeSync } from "node:fs";
import { LOG_FILE_BYTES, LOG_FILES_KEPT } from "../tunables.ts";

export type LogFile = {
  write(chunk: string | Uint8Array): void;
  /** The last pieces written, for a message about what went wrong. */
  tail(): string;
  close(): void;
};

const TAIL_CHARACTERS = 4_000;

/**
 * A log that never grows beyond its share of the disk: `x.log` becomes `x.log.1`, `x.log.1` becomes
 * `x.log.2`, and the oldest is deleted. Written synchronously, so that the last words of a dying
 * process are there; a full disk loses lines, never the program.
 */
export function openLogFile(
  file: string,
  limits = { maxBytes: LOG_FILE_BYTES, keep: LOG_FILES_KEPT },
): LogFile {
  let descriptor = openSync(file, "a", 0o600);
  let size = statSync(file).size;
  let tail = "";

  const rotate = () => {
    closeSync(descriptor);
    rmSync(`${file}.${limits.keep - 1}`, { force: true });
    for (let index = limits.keep - 2; index >= 1; index -= 1)
      move(`${file}.${index}`, `${file}.${index + 1}`);
    move(file, `${file}.1`);
    descriptor = openSync(file, "a", 0o600);
    size = 0;
  };

  return {
    write(chunk) {
      const bytes = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
      tail = (tail + Buffer.from(bytes).toString("utf8")).slice(-TAIL_CHARACTERS);
      try {
        if (size > 0 && size + bytes.length > limits.maxBytes) rotate();
        size += writeSync(descriptor, bytes);
      } catch (error) {
        tail = `${tail}\nlog not written: ${String(error)}`.slice(-TAIL_CHARACTERS);
      }
    },
    tail: () => tail,
    close: () => closeSync(descriptor),
  };
}

function move(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}
