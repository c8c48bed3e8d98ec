import { generateNKeysBetween } from "fractional-indexing";
import type { Actor } from "#server/contracts/actor.ts";
import { priorities } from "#server/contracts/words.ts";
import { enteredColumnAt, orderTickets } from "#server/core/import/order-tickets.ts";
import type { Ordered } from "#server/core/import/order-tickets.ts";
import type { SourceTicket } from "#server/queries/import-source.ts";
import { takeNumber } from "#server/store/activity.ts";
import type { Database, Tx } from "#server/store/client.ts";
import { writeHistory } from "#server/store/sql/write-history.ts";
import type { HistoryRow } from "#server/store/sql/write-history.ts";
import { inTransaction } from "#server/store/transaction.ts";
import { toOneLine } from "./insert-ticket.ts";
import { lockAllColumns } from "./lock-rows.ts";

/** Tickets of one transaction: short enough that others wait little. */
const BATCH = 50;

export interface TicketsInput {
  projectId: number;
  actor: Actor;
  /** Address they came from, for the log. */
  source: string;
  /** In the order of their cards. */
  tickets: SourceTicket[];
  labelIds: ReadonlyMap<number, number>;
  now: Date;
}

export interface ImportedTickets {
  imported: number;
  /** Children whose parent is gone, or would have closed a circle. */
  droppedParents: number[];
  /** Tickets with a text that could not be kept as it was: a title of several lines, a NUL. */
  changedTexts: number[];
}

/**
 * Brings tickets with their numbers, comments, labels, parents, times and history, a transaction per
 * batch; a number that is here already is left alone, so that an import that broke off is finished by
 * the next one. Nothing of it fires: the log has it as history. Call after `importBoard`.
 */
export async function importTickets(
  database: Database,
  input: TicketsInput,
): Promise<ImportedTickets> {
  const { ordered, dropped } = await placeTickets(database, input);
  const keys = await orderKeys(database, input);
  let imported = 0;
  for (let at = 0; at < ordered.length; at += BATCH) {
    const batch = ordered.slice(at, at + BATCH);
    imported += await inTransaction(database, (tx) => importBatch(tx, input, batch, keys));
  }
  return {
    imported,
    droppedParents: dropped,
    changedTexts: input.tickets.filter(isChanged).map(({ id }) => id),
  };
}

/** A parent that was imported earlier stands for its place. */
async function placeTickets(
  database: Database,
  { projectId, tickets }: TicketsInput,
): Promise<{ ordered: Ordered<SourceTicket>[]; dropped: number[] }> {
  const coming = new Set(tickets.map(({ id }) => id));
  const parents = tickets.flatMap(({ parentId }) =>
    parentId === null || coming.has(parentId) ? [] : [parentId],
  );
  const here = await database.prisma.ticket.findMany({
    where: { projectId, number: { in: parents } },
    select: { number: true, level: true },
  });
  const levels = new Map(here.map(({ number, level }) => [number, level]));
  const isHere = ({ parentId }: SourceTicket): boolean => parentId !== null && levels.has(parentId);
  const { ordered, dropped } = orderTickets(
    tickets.map((ticket) => (isHere(ticket) ? { ...ticket, parentId: null } : ticket)),
  );
  const byId = new Map(tickets.map((ticket) => [ticket.id, ticket]));
  const lifted = new Map<number, number>();
  return {
    dropped,
    ordered: ordered.map((one) => {
      const given = byId.get(one.ticket.id)?.parentId ?? null;
      const own = given !== null && levels.has(given) ? given : null;
      const lift = own === null ? (lifted.get(one.parentId ?? 0) ?? 0) : (levels.get(own) ?? 0);
      lifted.set(one.ticket.id, lift);
      return { ...one, parentId: own ?? one.parentId, level: one.level + lift };
    }),
  };
}

/** A key per ticket behind the cards that are there, in the order of the other board's cards. */
async function orderKeys(
  database: Database,
  { projectId, tickets }: TicketsInput,
): Promise<Map<number, string>> {
  const last = await database.prisma.$queryRaw<{ name: string; key: string | null }[]>`
    SELECT c."name", MAX(t."orderKey" COLLATE "C") AS key FROM "BoardColumn" c
      LEFT JOIN "Ticket" t ON t."columnId" = c."id" AND t."deletedAt" IS NULL
     WHERE c."projectId" = ${projectId} GROUP BY c."name"`;
  const keys = new Map<number, string>();
  for (const { name, key } of last) {
    const cards = tickets.filter(({ status }) => status === name);
    const made = generateNKeysBetween(key, null, cards.length);
    for (const [index, { id }] of cards.entries()) keys.set(id, made[index] ?? "");
  }
  return keys;
}

async function importBatch(
  tx: Tx,
  input: TicketsInput,
  batch: Ordered<SourceTicket>[],
  keys: ReadonlyMap<number, string>,
): Promise<number> {
  const { projectId } = input;
  const columns = await lockAllColumns(tx, projectId);
  const columnIds = new Map(columns.map(({ name, id }) => [name, id]));
  const names = new Set(columnIds.keys());
  const numbers = batch.map(({ ticket }) => ticket.id);
  const here = await tx.ticket.findMany({
    where: { projectId, number: { in: numbers } },
    select: { number: true },
  });
  const taken = new Set(here.map(({ number }) => number));
  const fresh = batch.filter(({ ticket }) => !taken.has(ticket.id));
  if (fresh.length === 0) return 0;
  const kinds = await readKinds(tx, projectId);
  const kindOf = (slug: string): string =>
    kinds.get(slug) ?? (slug === "automation" || slug === "system" ? slug : "person");
  const rows = await tx.ticket.createManyAndReturn({
    data: fresh.map(({ ticket, level }) => {
      const columnId = columnIds.get(ticket.status);
      if (columnId === undefined) throw new Error(`#${ticket.id}: no column ${ticket.status}`);
      return {
        projectId,
        number: ticket.id,
        title: toOneLine(storable(ticket.title)),
        description: storable(ticket.description),
        columnId,
        orderKey: keys.get(ticket.id) ?? "",
        assignee: ticket.assignedTo || null,
        priority: priorities.indexOf(ticket.priority),
        level,
        createdBy: ticket.createdBy,
        createdByKind: kindOf(ticket.createdBy),
        enteredColumnAt: enteredColumnAt(
          {
            ...ticket,
            activities: ticket.activities.map((one) => ({ ...one, at: one.createdAt })),
          },
          names,
        ),
        lastActivityAt: ticket.lastActivityAt ?? ticket.updatedAt,
        createdAt: ticket.createdAt,
        updatedAt: ticket.updatedAt,
      };
    }),
    select: { id: true, number: true },
  });
  const ids = new Map(rows.map(({ number, id }) => [number, id]));
  await linkParents(tx, projectId, fresh);
  await tx.ticketLabel.createMany({
    data: fresh.flatMap(({ ticket }) => {
      const known = ticket.labels.flatMap(({ id }) => input.labelIds.get(id) ?? []);
      return [...new Set(known)].map((labelId) => ({ ticketId: idOf(ids, ticket), labelId }));
    }),
  });
  await importComments(tx, projectId, fresh, ids, kindOf);
  await writeHistory(tx, projectId, historyOf(input, fresh, ids, kindOf));
  return fresh.length;
}

async function readKinds(tx: Tx, projectId: number): Promise<Map<string, string>> {
  const members = await tx.member.findMany({
    where: { projectId },
    select: { slug: true, kind: true },
  });
  return new Map(members.map(({ slug, kind }) => [slug, kind]));
}

function idOf(ids: ReadonlyMap<number, number>, ticket: SourceTicket): number {
  const id = ids.get(ticket.id);
  if (id === undefined) throw new Error(`#${ticket.id}: expected its row, found none`);
  return id;
}

/** Parents stand in an earlier batch, in this one, or came with an earlier import. */
async function linkParents(
  tx: Tx,
  projectId: number,
  fresh: Ordered<SourceTicket>[],
): Promise<void> {
  const links = fresh.flatMap(({ ticket, parentId }) =>
    parentId === null ? [] : [{ child: ticket.id, parent: parentId }],
  );
  if (links.length === 0) return;
  await tx.$executeRaw`
    UPDATE "Ticket" child SET "parentId" = parent."id"
      FROM UNNEST(${links.map(({ child }) => child)}::int[], ${links.map(({ parent }) => parent)}::int[]) AS link(child, parent)
      JOIN "Ticket" parent ON parent."projectId" = ${projectId} AND parent."number" = link.parent
     WHERE child."projectId" = ${projectId} AND child."number" = link.child`;
}

/** Comments keep their numbers where our board has no such comment. */
async function importComments(
  tx: Tx,
  projectId: number,
  fresh: Ordered<SourceTicket>[],
  ids: ReadonlyMap<number, number>,
  kindOf: (slug: string) => string,
): Promise<void> {
  const comments = fresh.flatMap(({ ticket }) =>
    ticket.comments.map((comment) => ({ ...comment, ticketId: idOf(ids, ticket) })),
  );
  const taken = await tx.comment.findMany({
    where: { projectId, number: { in: comments.map(({ id }) => id) } },
    select: { number: true },
  });
  const used = new Set(taken.map(({ number }) => number));
  const data = [];
  for (const { id, ticketId, content, author, createdAt } of comments) {
    const number = used.has(id) ? await takeNumber(tx, projectId, "nextComment") : id;
    used.add(id);
    data.push({
      projectId,
      number,
      ticketId,
      content: storable(content),
      author,
      authorKind: kindOf(author),
      createdAt,
    });
  }
  await tx.comment.createMany({ data });
}

/** What the other board told of each ticket, then that it was imported. */
function historyOf(
  input: TicketsInput,
  fresh: Ordered<SourceTicket>[],
  ids: ReadonlyMap<number, number>,
  kindOf: (slug: string) => string,
): HistoryRow[] {
  return fresh.flatMap(({ ticket }, index) => {
    const place = { ticketId: idOf(ids, ticket), ticketNumber: ticket.id };
    const past = ticket.activities.map(({ author, text, createdAt }): HistoryRow => ({
      ...place,
      at: createdAt,
      actorKind: kindOf(author),
      actor: author,
      kind: "history_imported",
      data: { text: storable(text) },
    }));
    const isLast = index === fresh.length - 1;
    return [
      ...past,
      {
        ...place,
        at: input.now,
        actorKind: input.actor.kind,
        actor: input.actor.slug,
        kind: "ticket_imported",
        // Whole columns changed: open boards ask anew.
        data: { source: input.source, ...(isLast ? { resync: true } : {}) },
      },
    ];
  });
}

function isChanged({ title, description, comments }: SourceTicket): boolean {
  return (
    toOneLine(storable(title)) !== title ||
    [description, ...comments.map(({ content }) => content)].some((text) => storable(text) !== text)
  );
}

/** The database keeps no NUL in a text. */
function storable(text: string): string {
  return text.replaceAll("\0", "\uFFFD");
}
