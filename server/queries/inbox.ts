import type { Actor } from "#server/contracts/actor.ts";
import type { InboxRow } from "#server/contracts/project.ts";
import type { Database } from "#server/store/client.ts";
import { toQuestion } from "./questions.ts";

const MAX_ROWS = 200;

/** Open questions, oldest first, then other open items of projects the actor sees; nothing of deleted tickets. */
export async function readInbox(database: Database, actor: Actor): Promise<InboxRow[]> {
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
      question: null,
      at: row.createdAt.toISOString(),
    })),
  ];
}

function questionText(kind: string, payload: unknown): string {
  const { questions, tool } = payload as { questions?: { question?: string }[]; tool?: string };
  if (kind === "plan") return "shows a plan to approve";
  if (kind === "permission") return `asks for permission to use ${tool ?? "a tool"}`;
  return questions?.[0]?.question ?? "asks something";
}

function itemText(kind: string, data: unknown): string {
  const { text, message } = data as { text?: string; message?: string };
  return text ?? message ?? kind.replaceAll("_", " ");
}
