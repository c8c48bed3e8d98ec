import { Failure } from "#server/contracts/failure.ts";
import { sleep } from "../../lib/abort.ts";
import type { Tx } from "../../store/client.ts";
import { UNDO_FRESH_SECONDS } from "../../store/sql/read-board-facts.ts";

const RENEW_MS = (UNDO_FRESH_SECONDS / 3) * 1_000;

/**
 * Nothing starts in the project's folder from here on (gate GROUP_BUSY), for as long as the row is
 * renewed and its state is `doing`. Measured by the database's clock.
 */
export async function holdFolder(tx: Tx, id: string): Promise<void> {
  await tx.$executeRaw`UPDATE "RunUndo" SET "aliveAt" = clock_timestamp() WHERE "id" = ${id}`;
}

/** Does the work of an undo and renews its hold meanwhile; a process that dies lets go by itself. */
export async function whileHolding<T>(tx: Tx, id: string, work: () => Promise<T>): Promise<T> {
  const over = new AbortController();
  const renewing = (async () => {
    while (!over.signal.aborted) {
      await sleep(RENEW_MS, over.signal);
      if (!over.signal.aborted) await holdFolder(tx, id).catch(() => undefined);
    }
  })();
  try {
    return await work();
  } finally {
    over.abort();
    await renewing;
  }
}

/**
 * 409 `UNDO_ACTIVE` while another one writes. One whose process died says so in its row from now on: what
 * it had done by then stays, and a new undo does the rest.
 */
export async function refuseBesideUndo(tx: Tx, projectId: number): Promise<void> {
  await tx.$executeRaw`
    UPDATE "RunUndo" u SET "state" = 'failed', "error" = 'the program ended in the middle of it', "finishedAt" = clock_timestamp()
      FROM "Run" r
     WHERE r."id" = u."runId" AND r."state" = 'ended' AND u."projectId" = ${projectId} AND u."state" = 'doing'
       AND COALESCE(u."aliveAt", u."createdAt") < clock_timestamp() - make_interval(secs => ${UNDO_FRESH_SECONDS})`;
  const others = await tx.runUndo.count({ where: { projectId, state: "doing" } });
  if (others > 0) throw new Failure(409, "UNDO_ACTIVE", "another undo is at work in this project");
}
