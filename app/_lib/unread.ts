import type { Card } from "#server/contracts/ticket.ts";

/** The newest change worth telling that another than `me` made; 0 when there is none. */
export function newsRevision(card: Card, me: string): number {
  return Math.max(0, ...card.news.filter((news) => news.by !== me).map((news) => news.revision));
}

/**
 * A card from a delta, which is the same for everybody, as `me` sees it: bold stays bold until it is
 * opened, and news by others make it so. A card that was not loaded before is judged by the revision of
 * the board it arrives at. Nobody known (`me` is null) judges nothing.
 */
export function judgeUnread(
  card: Card,
  before: { card: Card | null; revision: number },
  me: string | null,
): Card {
  const wasUnread = before.card?.unread ?? false;
  if (me === null || wasUnread) return { ...card, unread: wasUnread };
  const known = before.card ? newsRevision(before.card, me) : before.revision;
  return { ...card, unread: newsRevision(card, me) > known };
}

/** Takes the mark away, unless there are news that a reading up to `revision` has not seen. */
export function asRead(card: Card, revision: number, me: string): Card {
  return card.unread && newsRevision(card, me) <= revision ? { ...card, unread: false } : card;
}
