import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";

/**
 * Input of a tool use that waits, from the spool: needed by a worker that took the run over and so
 * never saw the line. Null when the file does not hold it.
 */
export async function readRequestInput(
  spoolPath: string,
  requestId: string,
): Promise<Record<string, unknown> | null> {
  const lines = createInterface({
    input: createReadStream(spoolPath, "utf8"),
    crlfDelay: Infinity,
  });
  try {
    for await (const text of lines) {
      if (!text.includes(requestId)) continue;
      const line = JSON.parse(text) as {
        type?: unknown;
        request_id?: unknown;
        request?: { input?: Record<string, unknown> };
      };
      if (line.type === "control_request" && line.request_id === requestId) {
        return line.request?.input ?? null;
      }
    }
    return null;
  } finally {
    lines.close();
  }
}
