import { z } from "zod";
import { nextIntervalTime } from "#server/core/automation/triggers/interval.ts";
import { triggerAs } from "./poller.ts";
import type { Look, PollJob, Poller, Turn } from "./poller.ts";
import { takeTurn } from "./take-turn.ts";

/** What `nextRunAt` was computed from: another rhythm starts anew. */
const memorySchema = z.object({ rhythm: z.string() });

/**
 * Fires at the stored time and stores the next one. However long nobody looked, what was missed is one
 * firing (engine.md §2).
 */
export const pollInterval: Poller = {
  readsLogOnly: false,
  poll: (job) => takeTurn(job, (turn) => Promise.resolve(lookAtClock(job, turn))),
};

function lookAtClock({ project }: PollJob, turn: Turn): Look {
  const trigger = triggerAs(turn.automation, "interval");
  const zone = project.isImported ? "UTC" : project.timeZone;
  const { cron, seconds } = trigger;
  const rhythm = cron === undefined ? `every ${seconds} s` : `${cron} ${zone}`;
  const known = memorySchema.safeParse(turn.memory);
  const { now, nextRunAt: dueAt } = turn;
  if (dueAt === null || !known.success || known.data.rhythm !== rhythm) {
    const nextRunAt = nextIntervalTime(trigger, zone, now, now);
    return { memory: { rhythm }, nextRunAt, wakeAt: nextRunAt };
  }
  if (dueAt.getTime() > now.getTime()) return { wakeAt: dueAt };
  const nextRunAt = nextIntervalTime(trigger, zone, dueAt, now);
  return {
    occurrences: [
      { ticketId: null, revision: null, payload: { scheduledFor: dueAt.toISOString() } },
    ],
    nextRunAt,
    wakeAt: nextRunAt,
  };
}
