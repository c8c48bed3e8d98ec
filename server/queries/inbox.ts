import type { Actor } from "#server/contracts/actor.ts";
import type { InboxRow } from "#server/contracts/project.ts";
import { sentenceSchema } from "#server/contracts/why.ts";
import { limitSentence } from "#server/core/dispatch/past.ts";
import { joinWords, say } from "#server/core/dispatch/sentence.ts";
import type { Database } from "#server/store/client.ts";
import { readChangedSettings } from "./changed-settings.ts";
import { readLimitNotice } from "./limit-notice.ts";
import { readableBy } from "./project-access.ts";
import { toQuestion } from "./questions.ts";

const MAX_ROWS = 200;

/**
 * Open questions, oldest first, then other open items of projects the actor sees, then one row for each
 * project whose settings wait to be accepted, and one for a provider's limit while tickets wait for it;
 * nothing of deleted tickets.
 */
export async function readInbox(database: Database, actor: Actor, now: Date): Promise<InboxRow[]> {
  const isVisible = {
    OR: [{ ticketId: null }, { ticket: { deletedAt: null } }],
    ...(actor.kind === "person" && actor.role === "viewer"
      ? { project: { members: { some: { userId: actor.userId, removedAt: null } } } }
      : {}),
  };
  const related = {
    project: { select: { slug: true } },
    ticket: { select: { number: true, title: true } },
  };
  const [questions, items] = await Promise.all([
    database.prisma.question.findMany({
      where: { state: { in: ["open", "parked"] }, ...isVisible },
      include: related,
      orderBy: [{ createdAt: "asc" }, { id: "asc" }],
      take: MAX_ROWS,
    }),
    database.prisma.inboxItem.findMany({
      where: { closedAt: null, ...isVisible },
      include: related,
      orderBy: [{ createdAt: "asc" }, { id: "asc" }],
      take: MAX_ROWS,
    }),
  ]);
  return [
    ...questions.map((row) => ({
      id: row.id,
      project: row.project.slug,
      ticket: row.ticket?.number ?? null,
      title: row.ticket?.title ?? null,
      kind: row.kind,
      text: questionText(row.kind, row.payload),
      sentence: null,
      question: toQuestion(row, row.ticket?.number ?? null),
      at: row.createdAt.toISOString(),
    })),
    ...items.map((row) => ({
      id: `item-${row.id}`,
      project: row.project.slug,
      ticket: row.ticket?.number ?? null,
      title: row.ticket?.title ?? null,
      kind: row.kind,
      text: itemText(row.kind, row.data),
      sentence:
        sentenceSchema.safeParse((row.data as { sentence?: unknown }).sentence).data ?? null,
      question: null,
      at: row.createdAt.toISOString(),
    })),
    ...(await settingsRows(database, actor)),
    ...(await limitRow(database, actor, now)),
  ];
}

/** "Claude settings changed: .mcp.json"; gone once they are accepted, or as they were (rule 5). */
async function settingsRows(database: Database, actor: Actor): Promise<InboxRow[]> {
  const changed = await readChangedSettings(database, readableBy(actor));
  return changed.map(({ project, files, at }) => {
    const sentence = say("notice.settings_changed", { files: joinWords([...files]) });
    return {
      id: `settings-${project.id}`,
      project: project.slug,
      ticket: null,
      title: null,
      kind: "settings_changed",
      text: sentence.text,
      sentence,
      question: null,
      at: at.toISOString(),
    };
  });
}

/** "Claude limit: 14 tickets wait, opens 02:00"; closes itself when the limit opens (ux 7). */
async function limitRow(database: Database, actor: Actor, now: Date): Promise<InboxRow[]> {
  const isViewer = actor.kind === "person" && actor.role === "viewer";
  const limit = await readLimitNotice(database, now, isViewer ? actor.userId : null);
  if (limit === null || limit.project === null) return [];
  const sentence = limitSentence(limit.waiting, limit.until);
  return [
    {
      id: limit.id,
      project: limit.project,
      ticket: null,
      title: null,
      kind: "provider_limit",
      text: sentence.text,
      sentence,
      question: null,
      at: limit.since.toISOString(),
    },
  ];
}

function questionText(kind: string, payload: unknown): string {
  const { questions, tool } = payload as { questions?: { question?: string }[]; tool?: string };
  if (kind === "plan") return "shows a plan to approve";
  if (kind === "permission") return `asks for permission to use ${tool ?? "a tool"}`;
  return questions?.[0]?.question ?? "asks something";
}

function itemText(kind: string, data: unknown): string {
  const { text, message, sentence } = data as {
    text?: string;
    message?: string;
    sentence?: { text?: string };
  };
  return text ?? message ?? sentence?.text ?? kind.replaceAll("_", " ");
}
