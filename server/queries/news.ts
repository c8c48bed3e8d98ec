import type { ActivityKind } from "#server/contracts/activity.ts";
import type { Actor } from "#server/contracts/actor.ts";
import type { Card } from "#server/contracts/ticket.ts";
import { Prisma } from "#server/store/generated/client.ts";

/** What makes a title bold when another did it (ux 16). That a run starts and moves on is no news. */
const newsKinds: ActivityKind[] = [
  "ticket_created",
  "ticket_changed",
  "ticket_moved",
  "ticket_restored",
  "comment_added",
  "comment_edited",
  "run_asks",
  "run_answered",
  "run_stop_requested",
  "run_ended",
];

/** Only a stop that a person asked for ends a run with `stopped`: whoever did so has seen it, the request is the news. */
const isNews = Prisma.sql`a."ticketId" = t."id" AND a."kind" = ANY(${newsKinds}::text[])
  AND (a."kind" <> 'run_ended' OR a."data"->>'outcome' IS DISTINCT FROM 'stopped')`;

/**
 * Joins of a statement over `"Ticket" t`: the newest news, and where a person made it also the newest
 * by anyone else. So `news1` or `news2` is the newest by others, whoever looks. Each is the head of a
 * backward scan of the index on (ticket, revision).
 */
export const joinNews = Prisma.sql`
  LEFT JOIN LATERAL (
    SELECT a."revision", a."at", CASE WHEN a."actorKind" = 'person' THEN a."actor" END AS "by"
      FROM "Activity" a WHERE ${isNews} ORDER BY a."revision" DESC LIMIT 1
  ) news1 ON true
  LEFT JOIN LATERAL (
    SELECT a."revision", a."at", CASE WHEN a."actorKind" = 'person' THEN a."actor" END AS "by"
      FROM "Activity" a
     WHERE news1."by" IS NOT NULL AND ${isNews} AND NOT (a."actorKind" = 'person' AND a."actor" = news1."by")
     ORDER BY a."revision" DESC LIMIT 1
  ) news2 ON true`;

/** A person for whom unread is judged. */
export interface NewsReader {
  userId: number;
  slug: string;
}

/** Agents have no marks: nothing is unread to them. */
export function newsReaderOf(actor: Actor): NewsReader | null {
  return actor.kind === "person" ? { userId: actor.userId, slug: actor.slug } : null;
}

/**
 * Join and column that judge `unread` for one reader; after {@link joinNews}. A ticket never opened has
 * news from everything that others did since the person exists.
 */
export function judgeUnread(reader: NewsReader | null): { join: Prisma.Sql; column: Prisma.Sql } {
  if (reader === null) return { join: Prisma.empty, column: Prisma.sql`false` };
  const judged = (news: Prisma.Sql) => Prisma.sql`
    CASE WHEN mark."ticketId" IS NULL THEN ${news}."at" >= reader."createdAt" ELSE ${news}."revision" > mark."revision" END`;
  return {
    join: Prisma.sql`
      LEFT JOIN "TicketRead" mark ON mark."ticketId" = t."id" AND mark."userId" = ${reader.userId}
      LEFT JOIN "User" reader ON reader."id" = ${reader.userId}`,
    column: Prisma.sql`
      coalesce(CASE WHEN news1."by" IS DISTINCT FROM ${reader.slug}
                    THEN ${judged(Prisma.sql`news1`)} ELSE ${judged(Prisma.sql`news2`)} END, false)`,
  };
}

export interface NewsColumns {
  news1: bigint | null;
  news1By: string | null;
  news2: bigint | null;
  news2By: string | null;
}

export const newsColumns = Prisma.sql`news1."revision" AS "news1", news1."by" AS "news1By",
  news2."revision" AS "news2", news2."by" AS "news2By"`;

export function toNews(row: NewsColumns): Card["news"] {
  const entries = [
    { revision: row.news1, by: row.news1By },
    { revision: row.news2, by: row.news2By },
  ];
  return entries.flatMap(({ revision, by }) =>
    revision === null ? [] : [{ revision: Number(revision), by }],
  );
}
