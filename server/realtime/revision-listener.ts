import pg from "pg";
import { notifyChannel } from "#server/contracts/live.ts";
import { sleep } from "#server/lib/abort.ts";
import type { Logger } from "#server/lib/logger.ts";
import { describeError } from "#server/lib/result.ts";

const RECONNECT_MS = 1_000;

export type RevisionHints = {
  onRevision(projectId: number, revision: number): void;
  /** The feed has got events. */
  onFeed(): void;
  /** Listening has begun (again): what happened before it was not heard. */
  onListening(): void;
};

/**
 * LISTENs on a connection of its own until `signal` aborts and reconnects for ever (rule 35). A hint
 * only makes the next look come sooner; the poll of revisions finds whatever was not heard.
 */
export async function listenForRevisions(
  databaseUrl: string,
  hints: RevisionHints,
  logger: Logger,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const client = new pg.Client({ connectionString: databaseUrl, keepAlive: true });
    const lost = new Promise<void>((resolve) => {
      client.on("error", () => resolve());
      client.once("end", () => resolve());
      signal.addEventListener("abort", () => resolve(), { once: true });
    });
    client.on("notification", (message) => {
      if (message.payload?.startsWith("feed:")) return hints.onFeed();
      const [project, revision] = (message.payload ?? "").split(":").map(Number);
      if (Number.isInteger(project) && Number.isInteger(revision))
        hints.onRevision(project ?? 0, revision ?? 0);
    });
    try {
      await client.connect();
      await client.query(`LISTEN ${notifyChannel}`);
      hints.onListening();
      await lost;
    } catch (error) {
      logger.warn({ reason: describeError(error) }, "cannot listen for changes; polling meanwhile");
    }
    await client.end().catch(() => undefined);
    await sleep(RECONNECT_MS, signal);
  }
}
