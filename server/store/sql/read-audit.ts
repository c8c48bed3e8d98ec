/** The logs of all projects and that of the accounts as one, newest first. */
import type { Tx } from "../client.ts";
import { Prisma } from "../generated/client.ts";

/** Where a page ended: the newest row that was not yet told comes right behind it. */
export interface AuditPlace {
  /** As the database writes it, with its microseconds. */
  at: string;
  /** Id of the project; 0: the accounts' log. */
  source: number;
  seq: string;
}

export interface AuditFilter {
  actor?: string | undefined;
  action?: string | undefined;
  /** Slug. */
  project?: string | undefined;
  since?: Date | undefined;
  after?: AuditPlace | undefined;
  limit: number;
}

export interface AuditLine extends AuditPlace {
  moment: Date;
  actor: string;
  actorKind: string;
  kind: string;
  project: string | null;
  ticket: number | null;
  runId: string | null;
  automationId: string | null;
  requestId: string | null;
  data: unknown;
}

/** At most `limit` rows; both halves are cut by themselves, so that neither is read whole. */
export async function readAuditLines(reader: Tx, filter: AuditFilter): Promise<AuditLine[]> {
  const { limit, project } = filter;
  const ofProjects = whereAll([
    ...commonConditions(filter, Prisma.sql`a."projectId"`, Prisma.sql`a."revision"`),
    ...(project === undefined ? [] : [Prisma.sql`p."slug" = ${project}`]),
  ]);
  const ofAccounts = whereAll([
    ...commonConditions(filter, Prisma.sql`0`, Prisma.sql`a."id"`),
    ...(project === undefined ? [] : [Prisma.sql`a."data"->>'project' = ${project}`]),
  ]);
  return reader.$queryRaw<AuditLine[]>`
    SELECT * FROM (
      (SELECT a."at" AS "moment", a."at"::text AS "at", a."projectId" AS "source", a."revision"::text AS "seq",
              a."revision" AS "place", a."actor", a."actorKind", a."kind", p."slug" AS "project",
              a."ticketNumber" AS "ticket", a."runId", a."automationId", a."requestId", a."data"
         FROM "Activity" a JOIN "Project" p ON p."id" = a."projectId" ${ofProjects}
        ORDER BY a."at" DESC, a."projectId" DESC, a."revision" DESC LIMIT ${limit})
      UNION ALL
      (SELECT a."at", a."at"::text, 0, a."id"::text, a."id", a."actor", a."actorKind", a."kind",
              a."data"->>'project', NULL, NULL, NULL, a."requestId", a."data"
         FROM "AccountActivity" a ${ofAccounts}
        ORDER BY a."at" DESC, a."id" DESC LIMIT ${limit})
    ) "both" ORDER BY "moment" DESC, "source" DESC, "place" DESC LIMIT ${limit}`;
}

function commonConditions(
  { actor, action, since, after }: AuditFilter,
  source: Prisma.Sql,
  seq: Prisma.Sql,
): Prisma.Sql[] {
  return [
    ...(actor === undefined ? [] : [Prisma.sql`a."actor" = ${actor}`]),
    ...(action === undefined ? [] : [Prisma.sql`a."kind" = ${action}`]),
    ...(since === undefined ? [] : [Prisma.sql`a."at" >= ${since}`]),
    ...(after === undefined
      ? []
      : [
          Prisma.sql`a."at" <= ${after.at}::timestamptz
            AND (a."at", ${source}, ${seq}) < (${after.at}::timestamptz, ${after.source}::int, ${after.seq}::bigint)`,
        ]),
  ];
}

function whereAll(conditions: Prisma.Sql[]): Prisma.Sql {
  return conditions.length === 0
    ? Prisma.empty
    : Prisma.sql`WHERE ${Prisma.join(conditions, " AND ")}`;
}
