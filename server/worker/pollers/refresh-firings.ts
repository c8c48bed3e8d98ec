import { isLive } from "#server/core/automation/automation.ts";
import type { Automation } from "#server/core/automation/automation.ts";
import { closeFiring } from "../../commands/close-firing.ts";
import type { Database } from "../../store/client.ts";
import { hasOpenTicket } from "./board-idle.ts";

/** What still has to hold for a firing that waits. */
interface Claim {
  /** Leaving this column closes it; null = it may be anywhere. */
  column: string | null;
  /** It is due this long after the last activity of a person or agent, ms. */
  silenceMs: number;
}

interface OwedRow {
  id: bigint;
  automationId: string;
  ticketId: number;
  number: number;
  column: string;
  dueAt: Date;
  failures: number;
  /** null: nobody but automations and the system touched the ticket. */
  touchedAt: Date | null;
}

/**
 * Looks again at what is owed before anything is admitted: a ticket that left the column named by
 * `to` or `parentColumn` closes its firing, and the silence that `statusChange` asks for counts from
 * the last activity of a person or agent as it is now (rules 1, 32). Where a ticket came back to work,
 * a firing for an idle board closes too: the next idle board fires again.
 */
export async function refreshFirings(
  database: Database,
  projectId: number,
  automations: readonly Automation[],
  now: Date,
): Promise<void> {
  await closeIdle(database, projectId, automations, now);
  const claims = new Map(
    automations.flatMap((automation): [string, Claim][] => {
      const claim = claimOf(automation);
      return claim === null ? [] : [[automation.id, claim]];
    }),
  );
  if (claims.size === 0) return;
  for (const row of await readOwed(database, projectId, [...claims.keys()])) {
    const claim = claims.get(row.automationId);
    if (!claim) continue;
    if (claim.column !== null && row.column !== claim.column) {
      const ticket = { id: row.ticketId, number: row.number };
      const firingId = Number(row.id);
      await closeFiring(database, { projectId, firingId, ticket, reason: "NO_MATCH", now });
    } else if (claim.silenceMs > 0 && row.touchedAt !== null) {
      await postpone(database, row, new Date(row.touchedAt.getTime() + claim.silenceMs));
    }
  }
}

async function closeIdle(
  database: Database,
  projectId: number,
  automations: readonly Automation[],
  now: Date,
): Promise<void> {
  for (const automation of automations) {
    const { trigger } = automation;
    if (trigger.type !== "boardIdle" || !isLive(automation)) continue;
    const owed = await database.prisma.firing.findFirst({
      where: { projectId, automationId: automation.id, state: "owed", cause: "trigger" },
      select: { id: true },
    });
    if (owed === null) continue;
    if (!(await hasOpenTicket(database.prisma, projectId, trigger.idleColumns))) continue;
    const firing = { firingId: Number(owed.id), ticket: null, reason: "NO_MATCH" };
    await closeFiring(database, { projectId, ...firing, now });
  }
}

function claimOf(automation: Automation): Claim | null {
  const { trigger } = automation;
  if (!isLive(automation)) return null;
  if (trigger.type === "subTicketStatus") {
    return trigger.parentColumn === undefined
      ? null
      : { column: trigger.parentColumn, silenceMs: 0 };
  }
  if (trigger.type !== "statusChange") return null;
  const claim = { column: trigger.to ?? null, silenceMs: trigger.silenceSeconds * 1_000 };
  return claim.column === null && claim.silenceMs === 0 ? null : claim;
}

/** A pause after a failed start is not shortened. */
async function postpone(database: Database, row: OwedRow, silentAt: Date): Promise<void> {
  const dueAt = row.failures > 0 && row.dueAt > silentAt ? row.dueAt : silentAt;
  if (dueAt.getTime() === row.dueAt.getTime()) return;
  await database.prisma.firing.updateMany({
    where: { id: row.id, state: "owed" },
    data: { dueAt },
  });
}

function readOwed(database: Database, projectId: number, ids: string[]): Promise<OwedRow[]> {
  return database.prisma.$queryRaw<OwedRow[]>`
    SELECT f."id", f."automationId", f."ticketId", t."number", c."name" AS "column", f."dueAt", f."failures",
           (SELECT a."at" FROM "Activity" a
             WHERE a."ticketId" = f."ticketId" AND a."actorKind" IN ('person', 'agent')
             ORDER BY a."revision" DESC LIMIT 1) AS "touchedAt"
      FROM "Firing" f
      JOIN "Ticket" t ON t."id" = f."ticketId"
      JOIN "BoardColumn" c ON c."id" = t."columnId"
     WHERE f."projectId" = ${projectId} AND f."state" = 'owed' AND f."cause" = 'trigger'
       AND f."automationId" = ANY(${ids}::text[])`;
}
