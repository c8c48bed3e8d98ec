import type { Actor } from "#server/contracts/actor.ts";
import type { InboxRow } from "#server/contracts/project.ts";
import { sentenceSchema } from "#server/contracts/why.ts";
import type { Sentence } from "#server/contracts/why.ts";
import { limitSentence } from "#server/core/dispatch/past.ts";
import { joinWords, say } from "#server/core/dispatch/sentence.ts";
import type { Database } from "#server/store/client.ts";
import { readChangedSettings } from "./changed-settings.ts";
import { isMine, readAddressees } from "./inbox-addressees.ts";
import type { Addressed } from "./inbox-addressees.ts";
import { readLimitNotice } from "./limit-notice.ts";
import { readableBy } from "./project-access.ts";
import { toQuestion } from "./questions.ts";

const MAX_ROWS = 200;

/**
 * What needs a person in the projects the actor sees, most blocking first: settings that wait to be
 * accepted and a provider's limit, open questions, stuck and failed work, ends nobody moved on. Nothing
 * of deleted tickets. Each row says whom it waits for, and whether that is the actor.
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
      include: { ...related, run: { select: { state: true, holdsGroup: true } } },
      orderBy: [{ createdAt: "asc" }, { id: "asc" }],
      take: MAX_ROWS,
    }),
    database.prisma.inboxItem.findMany({
      where: {
        closedAt: null,
        ...isVisible,
        // Who is called by name is the only one it concerns.
        NOT: { kind: "mention", addressee: { not: actor.slug } },
      },
      include: related,
      orderBy: [{ createdAt: "asc" }, { id: "asc" }],
      take: MAX_ROWS,
    }),
  ]);
  const addressees = await readAddressees(database, [
    ...questions.map(({ ticketId }) => ({ ticketId, called: null })),
    ...items.map(({ ticketId, addressee }) => ({ ticketId, called: addressee })),
  ]);
  const addressed = (row: Addressed, at: Date) => {
    const addressee = addressees.of(row);
    return { at: at.toISOString(), addressee, isMine: isMine(actor, { addressee, at }, now) };
  };
  const asking = questions.map((row) => ({
    rank: row.run.state !== "ended" || row.run.holdsGroup ? rank.blocking : rank.asking,
    row: {
      id: row.id,
      project: row.project.slug,
      ticket: row.ticket?.number ?? null,
      title: row.ticket?.title ?? null,
      kind: row.kind,
      text: questionSentence(row.kind, row.payload)?.text ?? questionText(row.payload),
      sentence: questionSentence(row.kind, row.payload),
      question: toQuestion(row, row.ticket?.number ?? null),
      ...addressed({ ticketId: row.ticketId, called: null }, row.createdAt),
    },
  }));
  const open = items.map((row) => ({
    rank: row.kind === "not_moved" ? rank.finished : rank.broken,
    row: {
      id: `item-${row.id}`,
      project: row.project.slug,
      ticket: row.ticket?.number ?? null,
      title: row.ticket?.title ?? null,
      kind: row.kind,
      text: itemText(row.kind, row.data),
      sentence:
        sentenceSchema.safeParse((row.data as { sentence?: unknown }).sentence).data ?? null,
      question: null,
      ...addressed({ ticketId: row.ticketId, called: row.addressee }, row.createdAt),
    },
  }));
  // Sorting is stable: of one rank, the oldest first.
  const ranked = [...asking, ...open].toSorted((a, b) => a.rank - b.rank);
  return [
    ...(await settingsRows(database, actor, now)),
    ...(await limitRow(database, actor, now)),
    ...ranked.map(({ row }) => row),
  ];
}

/** What stops a whole project comes before these: what keeps a place or a group, then what waits alone. */
const rank = { blocking: 1, asking: 2, broken: 3, finished: 4 } as const;

/** "Claude settings changed: .mcp.json"; gone once they are accepted, or as they were (rule 5). */
async function settingsRows(database: Database, actor: Actor, now: Date): Promise<InboxRow[]> {
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
      ...forOwners(actor, at, now),
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
      ...forOwners(actor, limit.since, now),
    },
  ];
}

/** What concerns a whole project or the machine waits for the owners. */
function forOwners(
  actor: Actor,
  at: Date,
  now: Date,
): Pick<InboxRow, "at" | "addressee" | "isMine"> {
  const addressee = null;
  return { at: at.toISOString(), addressee, isMine: isMine(actor, { addressee, at }, now) };
}

/** A permission request is shown with the whole of what it asks for. */
function questionSentence(kind: string, payload: unknown): Sentence | null {
  if (kind === "plan") return say("notice.plan");
  if (kind !== "permission") return null;
  const { tool, input } = payload as { tool?: string; input?: { command?: unknown } };
  const command = input?.command;
  const what = typeof command === "string" ? command : (tool ?? "");
  return say("notice.permission", { what });
}

function questionText(payload: unknown): string {
  const { questions } = payload as { questions?: { question?: string }[] };
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
