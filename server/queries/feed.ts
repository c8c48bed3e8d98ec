import type { Actor } from "#server/contracts/actor.ts";
import type { FeedAnswer } from "#server/contracts/feed.ts";
import type { Database } from "#server/store/client.ts";
import { readFeedHead } from "#server/store/sql/number-feed.ts";
import { readFeedEvents } from "#server/store/sql/read-feed.ts";
import { readableBy } from "./project-access.ts";

/**
 * GET /feed: events after a number, in order; a viewer's are those of the projects that are open to it,
 * so that for it numbers may be missing.
 */
export async function readFeed(
  database: Database,
  actor: Actor,
  question: { after: number; limit: number },
): Promise<FeedAnswer> {
  const { after, limit } = question;
  const isViewer = actor.kind === "person" && actor.role === "viewer";
  const projects = isViewer
    ? await database.prisma.project.findMany({ where: readableBy(actor), select: { slug: true } })
    : null;
  const { oldest } = await readFeedHead(database.sql);
  const slugs = projects && projects.map(({ slug }) => slug);
  const items = await readFeedEvents(database.sql, after, limit, slugs);
  return { items, next: items.at(-1)?.id ?? after, oldest };
}
