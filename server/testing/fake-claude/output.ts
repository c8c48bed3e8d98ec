/** Lines on stdout, with the fields every event of the CLI has. */
import { randomUUID } from "node:crypto";
import { writeSync } from "node:fs";

export type Output = {
  sessionId: string;
  emit(event: Record<string, unknown>): void;
  raw(text: string | Uint8Array): void;
};

export function createOutput(sessionId: string): Output {
  const raw = (text: string | Uint8Array): void =>
    writeFully(typeof text === "string" ? Buffer.from(text) : text);
  return {
    sessionId,
    raw,
    emit(event) {
      // As in the real CLI, `type` is not always the first key.
      const line =
        event["type"] === "result"
          ? { session_id: sessionId, ...event, uuid: randomUUID() }
          : { ...event, session_id: sessionId, uuid: randomUUID() };
      raw(`${JSON.stringify(line)}\n`);
    },
  };
}

/** Synchronous, also into a full pipe: an event is out before the next step happens. */
function writeFully(bytes: Uint8Array): void {
  let offset = 0;
  while (offset < bytes.length) {
    try {
      offset += writeSync(1, bytes, offset);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "EPIPE") return;
      if (code !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}
