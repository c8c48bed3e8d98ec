import { systemActor } from "#server/contracts/actor.ts";
import { budgetNotice, budgetNoticeKinds } from "#server/core/run/budget-notice.ts";
import { readBudget } from "../queries/budget.ts";
import { activityActor, writeActivity } from "../store/activity.ts";
import type { Database, Tx } from "../store/client.ts";
import { inTransaction } from "../store/transaction.ts";

interface NoticeData {
  day: string;
  capUsd: number;
}

interface OpenNotice {
  id: bigint;
  kind: string;
  data: NoticeData;
  isOpen: boolean;
}

/**
 * Keeps what the owner is told about the day's cap true: a row under Needs you at 80 % and one at
 * 100 %, each once per day and cap; closed when the day changes, when the cap was raised, and the first
 * when the second takes its place. A row that a person closed does not come back. Answers the day.
 */
export async function noteBudget(
  database: Database,
  projectId: number,
  now: Date,
): Promise<{ day: string; isChanged: boolean }> {
  const seen = await plan(database.prisma, projectId, now);
  if (!isWork(seen)) return { day: seen.day, isChanged: false };
  return inTransaction(database, async (tx) => {
    await tx.$executeRaw`SELECT 1 FROM "BudgetLock" WHERE "projectId" = ${projectId} FOR NO KEY UPDATE`;
    const work = await plan(tx, projectId, now);
    if (!isWork(work)) return { day: work.day, isChanged: false };
    await tx.inboxItem.updateMany({
      where: { id: { in: work.close }, closedAt: null },
      data: { closedAt: now, closedBy: "system" },
    });
    if (work.tell !== null) {
      const { kind, sentence, capUsd } = work.tell;
      const data = { day: work.day, capUsd, text: sentence.text, sentence: { ...sentence } };
      await tx.inboxItem.create({ data: { projectId, kind, data, createdAt: now } });
    }
    await writeActivity(tx, {
      projectId,
      ticket: null,
      actor: activityActor(systemActor),
      kind: "budget_noted",
      data: { notice: work.tell?.kind ?? null, day: work.day },
    });
    return { day: work.day, isChanged: true };
  });
}

type Plan = Awaited<ReturnType<typeof plan>>;

function isWork({ close, tell }: Plan): boolean {
  return close.length > 0 || tell !== null;
}

async function plan(tx: Tx, projectId: number, now: Date) {
  const { day, spentUsd, capUsd } = await readBudget(tx, projectId, now);
  const due = budgetNotice(spentUsd, capUsd);
  const rows = await readNotices(tx, projectId, day);
  const isDue = ({ kind, data }: OpenNotice): boolean =>
    due !== null && kind === due.kind && data.day === day && data.capUsd === capUsd;
  const tell = due === null || capUsd === null || rows.some(isDue) ? null : { ...due, capUsd };
  const close = rows.flatMap((row) => (row.isOpen && !isDue(row) ? [row.id] : []));
  return { day, close, tell };
}

/** Open ones of any day, and all of this one. */
async function readNotices(tx: Tx, projectId: number, day: string): Promise<OpenNotice[]> {
  const rows = await tx.inboxItem.findMany({
    where: {
      projectId,
      kind: { in: [...budgetNoticeKinds] },
      OR: [{ closedAt: null }, { data: { path: ["day"], equals: day } }],
    },
    select: { id: true, kind: true, data: true, closedAt: true },
  });
  return rows.map(({ id, kind, data, closedAt }) => ({
    id,
    kind,
    data: data as unknown as NoticeData,
    isOpen: closedAt === null,
  }));
}
