import { agentSlugSchema } from "#server/contracts/skill.ts";
import type { Actor } from "#server/contracts/actor.ts";
import { Failure } from "#server/contracts/failure.ts";
import type { SourceColumn, SourceLabel, SourceMember } from "#server/queries/import-source.ts";
import { activityActor, takeNumber, writeActivity } from "#server/store/activity.ts";
import type { Tx } from "#server/store/client.ts";
import type { BoardColumn } from "#server/store/generated/client.ts";
import { lockAllColumns } from "./lock-rows.ts";

export interface BoardInput {
  projectId: number;
  actor: Actor;
  source: string;
  columns: SourceColumn[];
  labels: SourceLabel[];
  members: SourceMember[];
  /** Of the tickets that are to come. */
  numbers: number[];
  statuses: string[];
  assignees: string[];
  highestComment: number;
  /** Slugs that automations run or that have a skill. */
  agents: ReadonlySet<string>;
  now: Date;
}

export interface ImportedBoard {
  columns: string[];
  members: string[];
  /** Row id of our label by the number of theirs. */
  labelIds: Map<number, number>;
}

const standardColor = "#5a6a80";
const labelColor = "#6366f1";

/**
 * Makes what tickets need: columns in the order of the other board (on a board without tickets), labels,
 * members, and room for their numbers and those of their comments. 409 `NUMBERS_TAKEN` names tickets of
 * our own that have one of the numbers. One transaction of the caller, one activity.
 */
export async function importBoard(tx: Tx, input: BoardInput): Promise<ImportedBoard> {
  const { projectId } = input;
  const columns = await importColumns(tx, input);
  const members = await importMembers(tx, input);
  const labelIds = await importLabels(tx, input);
  await tx.$executeRaw`
    UPDATE "ProjectRevision" SET
      "nextTicket" = GREATEST("nextTicket", ${Math.max(0, ...input.numbers) + 1}::int),
      "nextComment" = GREATEST("nextComment", ${input.highestComment + 1}::int)
     WHERE "projectId" = ${projectId}`;
  await refuseTakenNumbers(tx, projectId, input.numbers);
  await writeActivity(tx, {
    projectId,
    ticket: null,
    actor: activityActor(input.actor),
    kind: "project_imported",
    data: { source: input.source, columns, members, resync: true },
  });
  return { columns, members, labelIds };
}

/** After the counter was raised and its row locked, so that nobody takes a number in between. */
async function refuseTakenNumbers(tx: Tx, projectId: number, numbers: number[]): Promise<void> {
  const taken = await tx.$queryRaw<{ number: number }[]>`
    SELECT t."number" FROM "Ticket" t
     WHERE t."projectId" = ${projectId} AND t."number" = ANY(${numbers}::int[])
       AND NOT EXISTS (SELECT 1 FROM "Activity" a WHERE a."ticketId" = t."id" AND a."kind" = 'ticket_imported')
     ORDER BY t."number"`;
  if (taken.length === 0) return;
  const list = taken.map(({ number }) => number);
  throw new Failure(
    409,
    "NUMBERS_TAKEN",
    `tickets: expected free numbers, found tickets of this board at ${list.map((number) => `#${number}`).join(", ")}`,
    { tickets: list },
  );
}

async function importColumns(tx: Tx, input: BoardInput): Promise<string[]> {
  const { projectId } = input;
  const before = await lockAllColumns(tx, projectId);
  const isEmpty = (await tx.ticket.count({ where: { projectId } })) === 0;
  const colors = new Map(input.columns.map(({ name, color }) => [name, color]));
  const wanted = [...new Set([...input.columns.map(({ name }) => name), ...input.statuses])];
  const known = new Map(before.map((column) => [column.name, column]));
  const created: string[] = [];
  let position = Math.max(-1, ...before.map((column) => column.position));
  for (const name of wanted) {
    if (known.has(name)) continue;
    position += 1;
    const number = await takeNumber(tx, projectId, "nextColumn");
    const color = safeColor(colors.get(name), standardColor);
    const column = await tx.boardColumn.create({
      data: { projectId, number, name, color, position },
    });
    known.set(name, column);
    created.push(name);
  }
  if (isEmpty) await arrange(tx, known, wanted, colors);
  return created;
}

/** Their order first, then what only our board has; their colours. */
async function arrange(
  tx: Tx,
  known: Map<string, BoardColumn>,
  wanted: string[],
  colors: Map<string, string>,
): Promise<void> {
  const order = [...new Set([...wanted, ...known.keys()])];
  for (const [position, name] of order.entries()) {
    const column = known.get(name);
    if (!column) continue;
    const color = safeColor(colors.get(name), column.color);
    await tx.boardColumn.update({ where: { id: column.id }, data: { position, color } });
  }
}

async function importMembers(tx: Tx, input: BoardInput): Promise<string[]> {
  const { projectId, now } = input;
  const rows = await tx.member.findMany({
    where: { projectId },
    select: { slug: true, removedAt: true },
  });
  const known = new Map(rows.map((row) => [row.slug, row.removedAt]));
  const names = new Map(input.members.map(({ slug, name }) => [slug, name]));
  const created: string[] = [];
  for (const slug of new Set([...names.keys(), ...input.assignees])) {
    if (slug === "" || known.get(slug) === null) continue;
    if (known.has(slug)) {
      await tx.member.update({
        where: { projectId_slug: { projectId, slug } },
        data: { removedAt: null },
      });
    } else {
      const isAgent = input.agents.has(slug) && agentSlugSchema.safeParse(slug).success;
      const number = await takeNumber(tx, projectId, "nextMember");
      const kind = isAgent ? "agent" : "person";
      const name = names.get(slug) ?? slug;
      await tx.member.create({ data: { projectId, number, slug, name, kind, createdAt: now } });
    }
    created.push(slug);
  }
  return created;
}

async function importLabels(tx: Tx, input: BoardInput): Promise<Map<number, number>> {
  const { projectId } = input;
  const rows = await tx.label.findMany({ where: { projectId }, orderBy: { number: "asc" } });
  const ids = new Map<number, number>();
  const used = new Set<number>();
  for (const { id, name, color } of input.labels) {
    const same =
      rows.find((row) => !used.has(row.id) && row.number === id && row.name === name) ??
      rows.find((row) => !used.has(row.id) && row.name === name);
    if (same) {
      used.add(same.id);
      ids.set(id, same.id);
      continue;
    }
    const isFree = !rows.some((row) => row.number === id);
    if (isFree) {
      await tx.$executeRaw`
        UPDATE "ProjectRevision" SET "nextLabel" = GREATEST("nextLabel", ${id + 1}::int) WHERE "projectId" = ${projectId}`;
    }
    const number = isFree ? id : await takeNumber(tx, projectId, "nextLabel");
    const label = await tx.label.create({
      data: { projectId, number, name, color: safeColor(color, labelColor) },
    });
    rows.push(label);
    used.add(label.id);
    ids.set(id, label.id);
  }
  return ids;
}

function safeColor(color: string | undefined, standard: string): string {
  return color !== undefined && /^#[0-9a-f]{3,8}$/i.test(color) ? color : standard;
}
