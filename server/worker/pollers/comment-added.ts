import { isNamed } from "#server/core/automation/mentions.ts";
import { resolveRunRequest } from "#server/core/automation/resolve.ts";
import { levelCandidate } from "#server/core/dispatch/candidates.ts";
import { factsFor } from "../../queries/candidates.ts";
import { readDispatchSnapshot } from "../../queries/dispatch-snapshot.ts";
import { Prisma } from "../../store/generated/client.ts";
import { triggerAs } from "./poller.ts";
import type { Occurrence, Poller, Turn } from "./poller.ts";
import { readLog } from "./read-log.ts";
import type { LogRow } from "./read-log.ts";
import { takeTurn } from "./take-turn.ts";

/**
 * New comments by the named authors; without names anybody's but those of the agent that would be
 * woken, of automations and of the system (rule 15). A comment of the automation itself never counts.
 */
export const pollComments: Poller = {
  readsLogOnly: true,
  poll: (job) => takeTurn(job, async (turn) => ({ occurrences: await findComments(turn) })),
};

interface NewComment {
  row: LogRow;
  number: number;
  author: string;
  authorKind: string;
}

/** Comments come alone or with other changes, e.g. an action's beside its move. */
const makesComment = Prisma.sql`
  "data" ? 'comment' AND "kind" NOT IN ('comment_edited', 'comment_deleted')`;

async function findComments(turn: Turn): Promise<Occurrence[]> {
  const { tx, projectId, automation } = turn;
  const { authors, mentions } = triggerAs(automation, "ticketCommentAdded");
  const rows = (await readLog(turn, makesComment)).filter(
    (row) => row.automationId !== automation.id,
  );
  if (rows.length === 0) return [];
  const rowOf = new Map(rows.map((row) => [row.comment, row]));
  const comments = await tx.comment.findMany({
    where: {
      projectId,
      number: { in: rows.flatMap((row) => row.comment ?? []) },
      ticket: { deletedAt: null },
    },
    select: { number: true, content: true, author: true, authorKind: true },
    orderBy: { number: "asc" },
  });
  const named = new Set(authors.map((author) => author.toLowerCase()));
  const wanted = comments.flatMap(({ content, ...comment }): NewComment[] => {
    const row = rowOf.get(comment.number);
    const isWanted = named.size === 0 || isBy(comment, named);
    return row && isWanted && isNamed(content, mentions) ? [{ row, ...comment }] : [];
  });
  const heard = named.size > 0 ? wanted : await withoutOwnVoices(turn, wanted);
  return heard.map(({ row, number, author, authorKind }) => ({
    ticketId: row.ticketId,
    revision: row.revision,
    payload: { comments: [{ number, author, authorKind, at: row.at.toISOString() }] },
  }));
}

/** By slug, or, for what no member writes, by kind: `automation`, `system`. */
function isBy(comment: { author: string; authorKind: string }, named: Set<string>): boolean {
  const isMember = comment.authorKind === "person" || comment.authorKind === "agent";
  return named.has(comment.author.toLowerCase()) || (!isMember && named.has(comment.authorKind));
}

async function withoutOwnVoices(turn: Turn, comments: NewComment[]): Promise<NewComment[]> {
  const byMembers = comments.filter(
    ({ authorKind }) => authorKind === "person" || authorKind === "agent",
  );
  if (byMembers.every(({ authorKind }) => authorKind === "person")) return byMembers;
  const { tx, projectId, automation } = turn;
  const snapshot = await readDispatchSnapshot(tx, projectId);
  const facts = await factsFor(
    tx,
    snapshot,
    byMembers.map(({ row }) => row.ticketId),
  );
  return byMembers.filter(({ row, author, authorKind }) => {
    if (authorKind !== "agent") return true;
    const ticket = facts.get(row.ticketId);
    if (!ticket) return false;
    return resolveRunRequest(snapshot, levelCandidate(automation.id, ticket)).agent !== author;
  });
}
