import { resolveRunRequest } from "#server/core/automation/resolve.ts";
import { levelCandidate } from "#server/core/dispatch/candidates.ts";
import { factsFor } from "../../queries/candidates.ts";
import type { Poller } from "./poller.ts";

/**
 * New comments by the named authors; without names anybody's but those of the agent that would be
 * woken, of automations and of the system (rule 15). A comment of the automation itself never counts.
 */
export const pollComments: Poller = async ({ tx, snapshot, automation, after, until }) => {
  const { trigger } = automation;
  if (trigger.type !== "ticketCommentAdded") return [];
  const rows = await tx.activity.findMany({
    where: {
      projectId: snapshot.project.id,
      kind: "comment_added",
      revision: { gt: after, lte: until },
      ticketId: { not: null },
    },
    orderBy: { revision: "asc" },
  });
  if (rows.length === 0) return [];
  const facts = await factsFor(
    tx,
    snapshot,
    rows.flatMap((row) => row.ticketId ?? []),
  );
  const numbers = rows.flatMap((row) => (row.data as { comment?: number }).comment ?? []);
  const comments = await tx.comment.findMany({
    where: { projectId: snapshot.project.id, number: { in: numbers } },
    select: { number: true, content: true },
  });
  const contentOf = new Map(comments.map((comment) => [comment.number, comment.content]));
  const authors = trigger.authors.map((author) => author.toLowerCase());

  return rows.flatMap((row) => {
    const number = (row.data as { comment?: number }).comment;
    const ticket = row.ticketId === null ? undefined : facts.get(row.ticketId);
    if (number === undefined || !ticket || row.automationId === automation.id) return [];
    if (authors.length > 0) {
      if (!authors.includes(row.actor.toLowerCase())) return [];
    } else {
      if (row.actorKind === "automation" || row.actorKind === "system") return [];
      const request = resolveRunRequest(snapshot, levelCandidate(automation.id, ticket));
      if (row.actorKind === "agent" && request.agent === row.actor) return [];
    }
    const content = contentOf.get(number);
    if (content === undefined || !isNamed(content, trigger.mentions)) return [];
    const comment = {
      number,
      author: row.actor,
      authorKind: row.actorKind,
      at: row.at.toISOString(),
    };
    return [
      { ticketId: ticket.id, revision: Number(row.revision), payload: { comments: [comment] } },
    ];
  });
};

/** Whole handles only: `@ann` does not name `@anna`. */
function isNamed(content: string, mentions: string[]): boolean {
  if (mentions.length === 0) return true;
  const found = new Set(
    [...content.matchAll(/(?:^|[^\w@-])@([a-z0-9][a-z0-9-]*)/gi)].map((match) =>
      match[1]?.toLowerCase(),
    ),
  );
  return mentions.some((slug) => found.has(slug.toLowerCase()));
}
