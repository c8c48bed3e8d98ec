import type { Tx } from "../client.ts";
import { Prisma } from "../generated/client.ts";

export interface AdmissionLocks {
  projectId: number;
  /** The run's group and every group it excludes: a conflict always meets on a shared row. */
  groups: string[];
  /** Names of the columns the admission moves from and to. */
  columns: string[];
  ticketId: number | null;
}

/**
 * Takes every lock of an admission in the one order of rule 8: slot → budget → groups by name →
 * columns by id → ticket. The group rows are made first, so that there is something to lock.
 * (`SKIP LOCKED` with a count does not hold a limit; waiting for the row does.) Returns false when the
 * ticket is gone.
 */
export async function lockForAdmission(tx: Tx, locks: AdmissionLocks): Promise<boolean> {
  const { projectId, ticketId } = locks;
  const groups = [...new Set(locks.groups)].sort();
  await tx.$executeRaw`SELECT 1 FROM "SlotPool" WHERE "id" = 1 FOR NO KEY UPDATE`;
  await tx.$executeRaw`INSERT INTO "BudgetLock" ("projectId") VALUES (${projectId}) ON CONFLICT DO NOTHING`;
  await tx.$executeRaw`SELECT 1 FROM "BudgetLock" WHERE "projectId" = ${projectId} FOR NO KEY UPDATE`;
  if (groups.length > 0) {
    await tx.$executeRaw(Prisma.sql`
      INSERT INTO "GroupLock" ("projectId", "name")
      SELECT ${projectId}, name FROM UNNEST(${groups}::text[]) AS name ORDER BY name
      ON CONFLICT DO NOTHING`);
    await tx.$executeRaw(Prisma.sql`
      SELECT 1 FROM "GroupLock" WHERE "projectId" = ${projectId} AND "name" = ANY(${groups}::text[])
       ORDER BY "name" FOR NO KEY UPDATE`);
  }
  if (locks.columns.length > 0) {
    await tx.$executeRaw(Prisma.sql`
      SELECT 1 FROM "BoardColumn" WHERE "projectId" = ${projectId} AND "name" = ANY(${locks.columns}::text[])
       ORDER BY "id" FOR NO KEY UPDATE`);
  }
  if (ticketId === null) return true;
  const rows = await tx.$queryRaw<{ id: number }[]>`
    SELECT "id" FROM "Ticket" WHERE "id" = ${ticketId} FOR NO KEY UPDATE`;
  return rows.length === 1;
}
