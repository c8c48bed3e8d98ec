import type { Database } from "../store/client.ts";
import { countLimitedTickets } from "../store/sql/count-limited-tickets.ts";

/** A provider's limit that is in force (ux 7). */
export interface LimitNotice {
  id: string;
  /** "" = the whole login. */
  model: string;
  since: Date;
  until: Date;
  /** Tickets that wait for it. */
  waiting: number;
  /** Slug of the project with most of them; null = none waits. */
  project: string | null;
}

/** The limit that opens last, or null. It needs no row of its own, so it goes by itself on opening. */
export async function readLimitNotice(
  { prisma }: Database,
  now: Date,
  userId: number | null = null,
): Promise<LimitNotice | null> {
  const limit = await prisma.providerLimit.findFirst({
    where: { until: { gt: now } },
    orderBy: { until: "desc" },
  });
  if (limit === null) return null;
  const counts = await countLimitedTickets(prisma, userId, now);
  return {
    id: `limit-${limit.id}`,
    model: limit.model,
    since: limit.createdAt,
    until: limit.until,
    waiting: counts.reduce((sum, { count }) => sum + count, 0),
    project: counts[0]?.slug ?? null,
  };
}
