import { activityText } from "./activity-text.ts";
import { findTicket } from "./find-project.ts";
import { clientOf } from "./reader.ts";
import type { Reader } from "./reader.ts";

export interface TimelineItem {
  at: string;
  author: string;
  type: "comment" | "event";
  text: string;
  /** Number of the comment, null for events. */
  id: number | null;
}

/** Kinds whose comment stands in the timeline itself. */
const commentKinds = ["comment_added", "comment_edited", "comment_deleted"];

/** Comments and events of a ticket, oldest first (compat §2.1). */
export async function readTimeline(
  reader: Reader,
  projectId: number,
  number: number,
): Promise<TimelineItem[]> {
  const ticket = await findTicket(reader, projectId, number);
  const client = clientOf(reader);
  const [comments, activities] = await Promise.all([
    client.comment.findMany({ where: { ticketId: ticket.id }, orderBy: { id: "asc" } }),
    client.activity.findMany({
      where: { ticketId: ticket.id, kind: { notIn: commentKinds } },
      orderBy: { revision: "asc" },
    }),
  ]);
  const items: TimelineItem[] = [
    ...activities.map((row) => ({
      at: row.at.toISOString(),
      author: row.actor,
      type: "event" as const,
      text: activityText(row.kind, row.data),
      id: null,
    })),
    ...comments.map((row) => ({
      at: row.createdAt.toISOString(),
      author: row.author,
      type: "comment" as const,
      text: row.content,
      id: row.number,
    })),
  ];
  return items.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}
