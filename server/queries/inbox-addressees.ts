import type { Actor } from "#server/contracts/actor.ts";
import type { InboxRow } from "#server/contracts/project.ts";
import type { Database } from "#server/store/client.ts";

/** After this time a row is the owners' too, whoever it is for (ux 34). */
export const OWNERS_TOO_AFTER_MS = 15 * 60_000;

/** What a row's addressee follows from. */
export interface Addressed {
  ticketId: number | null;
  /** Called by name. */
  called: string | null;
}

export interface Addressees {
  /** Who a row is for; null: the owners. */
  of(row: Addressed): InboxRow["addressee"];
}

/**
 * Who rows are for: who is called by name, else the person the ticket is assigned to, else the one who
 * last started or moved it (or wrote it, when nobody did), else the owners. Only people who may act are
 * addressees: nobody whose account is closed, and no viewer, but for a call by name.
 */
export async function readAddressees(
  database: Database,
  rows: readonly Addressed[],
): Promise<Addressees> {
  const { prisma } = database;
  const ticketIds = [...new Set(rows.flatMap(({ ticketId }) => ticketId ?? []))];
  const [users, assigned, last] = await Promise.all([
    prisma.user.findMany({
      where: { disabledAt: null },
      select: { handle: true, name: true, role: true },
    }),
    prisma.$queryRaw<{ id: number; handle: string }[]>`
      SELECT t."id", u."handle" FROM "Ticket" t
        JOIN "Member" m ON m."projectId" = t."projectId" AND m."slug" = t."assignee"
        JOIN "User" u ON u."id" = m."userId" OR (m."userId" IS NULL AND u."handle" = m."slug")
       WHERE t."id" = ANY(${ticketIds}::int[]) AND m."kind" = 'person' AND m."removedAt" IS NULL`,
    prisma.$queryRaw<{ id: number; handle: string }[]>`
      SELECT DISTINCT ON ("ticketId") "ticketId" AS "id", "actor" AS "handle" FROM "Activity"
       WHERE "ticketId" = ANY(${ticketIds}::int[]) AND "actorKind" = 'person'
         AND "kind" IN ('ticket_created', 'ticket_moved', 'run_requested')
       ORDER BY "ticketId", "revision" DESC`,
  ]);
  const known = new Map(users.map((user) => [user.handle, user]));
  const assignees = new Map(assigned.map(({ id, handle }) => [id, handle]));
  const starters = new Map(last.map(({ id, handle }) => [id, handle]));
  const actingPerson = (handle: string | undefined) => {
    const user = handle === undefined ? undefined : known.get(handle);
    return user === undefined || user.role === "viewer" ? null : user;
  };
  return {
    of({ ticketId, called }) {
      const found =
        called === null
          ? ticketId === null
            ? null
            : (actingPerson(assignees.get(ticketId)) ?? actingPerson(starters.get(ticketId)))
          : (known.get(called) ?? null);
      return found === null ? null : { slug: found.handle, name: found.name };
    },
  };
}

/** Whether a row stands in the reader's own list (ux 34). */
export function isMine(
  actor: Actor,
  row: { addressee: InboxRow["addressee"]; at: Date },
  now: Date,
): boolean {
  if (actor.kind !== "person") return false;
  if (row.addressee?.slug === actor.slug) return true;
  if (actor.role !== "owner") return false;
  return row.addressee === null || now.getTime() - row.at.getTime() >= OWNERS_TOO_AFTER_MS;
}
