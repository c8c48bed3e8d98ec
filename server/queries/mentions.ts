import type { Actor } from "#server/contracts/actor.ts";
import type { Ticket } from "#server/contracts/ticket.ts";
import type { Database } from "#server/store/client.ts";
import { Prisma } from "#server/store/generated/client.ts";
import type { ProjectRow } from "./find-project.ts";
import { readTicket } from "./ticket.ts";

const MAX_TICKETS = 100;

/** Tickets whose description or comments mention a whole `@handle`, newest change first (compat §2.4). */
export async function listMentions(
  database: Database,
  project: ProjectRow,
  input: { handle: string; since?: Date; until?: Date },
  actor: Actor,
  now: Date,
): Promise<Ticket[]> {
  const handle = input.handle.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const pattern = `(^|[^A-Za-z0-9_@-])@${handle}($|[^A-Za-z0-9_-])`;
  const since = input.since ? Prisma.sql`AND t."updatedAt" >= ${input.since}` : Prisma.empty;
  const until = input.until ? Prisma.sql`AND t."updatedAt" <= ${input.until}` : Prisma.empty;
  const rows = await database.prisma.$queryRaw<{ number: number }[]>`
    SELECT t."number" FROM "Ticket" t
    WHERE t."projectId" = ${project.id} AND t."deletedAt" IS NULL ${since} ${until}
      AND (t."description" ~ ${pattern} OR EXISTS (SELECT 1 FROM "Comment" k WHERE k."ticketId" = t."id" AND k."content" ~ ${pattern}))
    ORDER BY t."updatedAt" DESC, t."number" DESC LIMIT ${MAX_TICKETS}`;
  return Promise.all(rows.map(({ number }) => readTicket(database, project, number, actor, now)));
}
