import type { FieldChange } from "#server/contracts/activity.ts";
import type { BoardChange, BoardDelta, ChangesAnswer } from "#server/contracts/live.ts";
import type { Card } from "#server/contracts/ticket.ts";
import type { Database } from "#server/store/client.ts";
import type { Activity } from "#server/store/generated/client.ts";
import { listColumns, listLabels, listMembers } from "./board-settings.ts";
import { readArchivedCounts, readCounts, readRevision } from "./board.ts";
import { readCards } from "./card.ts";

/** What a revision touched, before the rows are read. */
interface Touched {
  revision: number;
  tickets: number[];
  parts: ("columns" | "labels" | "members" | "counts" | "project" | "skills" | "automations")[];
  comment: number | null;
  /** Sub-tickets show another parent. */
  withChildren: boolean;
}

/**
 * What changed after a revision, one delta per revision in strict order; each card, list or count
 * stands once, in the last delta of the answer that touched it, as it is now. `resync` when more than
 * `limit` revisions are missing or one of them changed whole columns: fetch the board anew.
 */
export async function readDeltas(
  database: Database,
  projectId: number,
  afterRevision: number,
  limit: number,
  now: Date = new Date(),
): Promise<ChangesAnswer> {
  const revision = await readRevision(database, projectId);
  if (afterRevision >= revision) return { items: [], revision, resync: afterRevision > revision };
  if (revision - afterRevision > limit) return { items: [], revision, resync: true };
  const activities = await database.prisma.activity.findMany({
    where: { projectId, revision: { gt: afterRevision, lte: revision } },
    orderBy: { revision: "asc" },
  });
  if (activities.length < revision - afterRevision || activities.some(needsResync)) {
    return { items: [], revision, resync: true };
  }
  const project = await database.prisma.project.findUnique({ where: { id: projectId } });
  if (!project) return { items: [], revision, resync: true };

  const touched = await addFamily(database, activities.map(toTouched));
  const ids = [...new Set(touched.flatMap((one) => one.tickets))];
  const [cards, tickets] = await Promise.all([
    readCards(database, project, ids, now),
    database.prisma.ticket.findMany({
      where: { id: { in: ids } },
      select: { id: true, number: true },
    }),
  ]);
  const render = await makeRenderer(
    database,
    projectId,
    now,
    touched,
    cards,
    new Map(tickets.map(({ id, number }) => [id, number])),
  );
  return {
    items: touched.map((one): BoardDelta => ({
      project: project.slug,
      revision: one.revision,
      changes: render(one),
    })),
    revision,
    resync: false,
  };
}

function needsResync(activity: Activity): boolean {
  return (activity.data as { resync?: boolean }).resync === true;
}

function toTouched(activity: Activity): Touched {
  const { kind } = activity;
  const parts: Touched["parts"] = [];
  if (
    kind === "ticket_created" ||
    kind === "ticket_deleted" ||
    kind === "ticket_restored" ||
    changesColumn(activity)
  )
    parts.push("counts");
  if (kind === "columns_changed") parts.push("columns", "counts");
  if (kind === "labels_changed") parts.push("labels");
  if (kind === "members_changed" || kind.startsWith("agent_")) parts.push("members");
  if (kind.startsWith("project_")) parts.push("project");
  if (kind.startsWith("skill_")) parts.push("skills", "members");
  if (kind.startsWith("automation")) parts.push("automations");
  return {
    revision: Number(activity.revision),
    tickets: activity.ticketId === null ? [] : [activity.ticketId],
    parts,
    comment: kind.startsWith("comment_") || hasComment(activity) ? activity.ticketNumber : null,
    withChildren: kind === "ticket_deleted" || kind === "ticket_restored",
  };
}

function changesColumn(activity: Activity): boolean {
  const { changes } = activity.data as { changes?: FieldChange[] };
  return changes?.some((change) => change.field === "status") ?? false;
}

function hasComment(activity: Activity): boolean {
  return typeof (activity.data as { comment?: unknown }).comment === "number";
}

/** A parent's card counts its sub-tickets; theirs name a parent only while it lives. */
async function addFamily(database: Database, touched: Touched[]): Promise<Touched[]> {
  const ids = [...new Set(touched.flatMap((one) => one.tickets))];
  const parents = await database.prisma.ticket.findMany({
    where: { id: { in: ids } },
    select: { id: true, parentId: true },
  });
  const parentOf = new Map(parents.map((row) => [row.id, row.parentId]));
  const orphaned = touched.filter((one) => one.withChildren).flatMap((one) => one.tickets);
  const children = await database.prisma.ticket.findMany({
    where: { parentId: { in: orphaned } },
    select: { id: true, parentId: true },
  });
  return touched.map((one) => {
    const family = one.tickets.flatMap((id) => [
      ...(parentOf.get(id) == null ? [] : [parentOf.get(id) ?? 0]),
      ...(one.withChildren
        ? children.filter((child) => child.parentId === id).map((child) => child.id)
        : []),
    ]);
    return { ...one, tickets: [...new Set([...one.tickets, ...family])] };
  });
}

async function makeRenderer(
  database: Database,
  projectId: number,
  now: Date,
  touched: Touched[],
  cards: Card[],
  numbers: Map<number, number>,
): Promise<(one: Touched) => BoardChange[]> {
  const cardByNumber = new Map(cards.map((card) => [card.id, card]));
  const wanted = new Set(touched.flatMap((one) => one.parts));
  const [columns, labels, members, counts, archived] = await Promise.all([
    wanted.has("columns") ? listColumns(database, projectId) : [],
    wanted.has("labels") ? listLabels(database, projectId) : [],
    wanted.has("members") ? listMembers(database, projectId, now) : [],
    wanted.has("counts") ? readCounts(database, projectId) : {},
    wanted.has("counts") ? readArchivedCounts(database, projectId, now) : {},
  ]);
  const parts: Record<Touched["parts"][number], BoardChange> = {
    columns: { type: "columns", columns },
    labels: { type: "labels", labels },
    members: { type: "members", members },
    counts: { type: "counts", counts, archived },
    project: { type: "project" },
    skills: { type: "skills" },
    automations: { type: "automations" },
  };
  const isLast = lastMentions(touched);
  return (one) => [
    ...one.tickets
      .filter((id) => isLast(`ticket ${id}`, one))
      .flatMap((id): BoardChange[] => {
        const number = numbers.get(id);
        if (number === undefined) return [];
        const card = cardByNumber.get(number);
        return [card ? { type: "card", card } : { type: "card_removed", ticket: number }];
      }),
    ...one.parts.filter((part) => isLast(part, one)).map((part) => parts[part]),
    ...(one.comment !== null && isLast(`comment ${one.comment}`, one)
      ? [{ type: "comment" as const, ticket: one.comment }]
      : []),
  ];
}

/** Whether a delta is the last of the answer to touch something. */
function lastMentions(touched: Touched[]): (what: string, one: Touched) => boolean {
  const last = new Map<string, number>();
  for (const one of touched) {
    for (const id of one.tickets) last.set(`ticket ${id}`, one.revision);
    for (const part of one.parts) last.set(part, one.revision);
    if (one.comment !== null) last.set(`comment ${one.comment}`, one.revision);
  }
  return (what, one) => last.get(what) === one.revision;
}
