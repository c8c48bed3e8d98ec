import { z } from "zod";
import type { ActivityKind } from "#server/contracts/activity.ts";
import { triggerAs } from "./poller.ts";
import type { Look, Poller, Turn } from "./poller.ts";
import { takeTurn } from "./take-turn.ts";

/** `since` = last sign of life, ISO time; `hasFired` = this quiet period was told. */
const memorySchema = z.object({ since: z.iso.datetime(), hasFired: z.boolean() });

/**
 * A quiet period, told once. A sign of life is a change of the board, or a run with a ticket that
 * started or ended. What a run without a ticket writes is none, or its own run would begin the next
 * period (rule 16).
 */
export const pollInactivity: Poller = {
  readsLogOnly: false,
  poll: (job) => takeTurn(job, lookForLife),
};

async function lookForLife(turn: Turn): Promise<Look> {
  const { minutesIdle } = triggerAs(turn.automation, "agentInactivity");
  const known = memorySchema.safeParse(turn.memory);
  const life = await readLastLife(turn);
  const since = life ?? (known.success ? new Date(known.data.since) : turn.now);
  const hasFired = known.success && known.data.hasFired && life === null;
  const dueAt = new Date(since.getTime() + minutesIdle * 60_000);
  const memory = { since: since.toISOString(), hasFired };
  if (hasFired) return { memory };
  if (dueAt.getTime() > turn.now.getTime()) return { memory, wakeAt: dueAt };
  return {
    occurrences: [{ ticketId: null, revision: turn.until, payload: { quietSince: memory.since } }],
    memory: { ...memory, hasFired: true },
  };
}

/** Kinds of activity that change the board. */
const boardKinds: ActivityKind[] = [
  "ticket_created",
  "ticket_changed",
  "ticket_moved",
  "ticket_deleted",
  "ticket_restored",
  "comment_added",
  "comment_edited",
  "comment_deleted",
  "columns_changed",
  "labels_changed",
];
/** Kinds that say that a run started or ended. */
const runKinds: ActivityKind[] = ["run_admitted", "run_running", "run_ended"];

/** Time of the newest sign of life in the turn's part of the log. */
async function readLastLife({ tx, projectId, after, until }: Turn): Promise<Date | null> {
  const [row] = await tx.$queryRaw<{ at: Date }[]>`
    SELECT a."at" FROM "Activity" a
     WHERE a."projectId" = ${projectId} AND a."revision" > ${after} AND a."revision" <= ${until}
       AND (a."kind" = ANY(${boardKinds}::text[])
            OR (a."kind" = ANY(${runKinds}::text[]) AND a."ticketId" IS NOT NULL))
       AND NOT EXISTS (SELECT 1 FROM "Run" r WHERE r."id" = a."runId" AND r."ticketId" IS NULL)
     ORDER BY a."revision" DESC LIMIT 1`;
  return row?.at ?? null;
}
