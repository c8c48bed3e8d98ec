import pg from "pg";
import { notifyChannel } from "#server/contracts/live.ts";
import { sleep } from "../lib/abort.ts";
import { describeError } from "../lib/result.ts";
import type { Logger } from "../lib/logger.ts";

export interface Hints {
  /** A transaction took this revision of the project. */
  onProject(projectId: number, revision: number): void;
  /** A command to a run was stored. */
  onRun(runId: string): void;
}

const RECONNECT_MS = 1_000;

/**
 * LISTENs on a connection of its own until `signal` aborts, and reconnects for ever. A hint only makes
 * the next look come sooner; a lost one costs at most two ticks, whose overviews tell the revisions.
 */
export async function listen(
  databaseUrl: string,
  hints: Hints,
  log: Logger,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const client = new pg.Client({ connectionString: databaseUrl, keepAlive: true });
    const lost = new Promise<void>((resolve) => {
      client.once("error", () => resolve());
      client.once("end", () => resolve());
      signal.addEventListener("abort", () => resolve(), { once: true });
    });
    client.on("error", (error) =>
      log.warn({ err: error.message }, "the listening connection broke"),
    );
    client.on("notification", (message) => deliver(message.payload ?? "", hints));
    try {
      await client.connect();
      await client.query(`LISTEN ${notifyChannel}`);
      await lost;
    } catch (error) {
      log.warn({ reason: describeError(error) }, "cannot listen for changes; polling meanwhile");
    }
    await client.end().catch(() => undefined);
    await sleep(RECONNECT_MS, signal);
  }
}

function deliver(payload: string, hints: Hints): void {
  const [first, second] = payload.split(":");
  if (first === "run" && second) return hints.onRun(second);
  const projectId = Number(first);
  const revision = Number(second);
  if (Number.isInteger(projectId) && projectId > 0 && Number.isInteger(revision))
    hints.onProject(projectId, revision);
}
