import { Prisma } from "../generated/client.ts";
import type { SqlRunner } from "../sql-runner.ts";

/** What new runs take over from their project, their agents' skills and the runs they continue. */
export interface StartFacts {
  workspaceRealPath: string | null;
  workspacePath: string | null;
  fallbackModel: string | null;
  skills: { agent: string; frontMatter: unknown; hash: string; version: number }[];
  previous: { id: string; attempt: number }[];
  /** Order key of the last live card of each column asked for; null = it is empty. */
  lastKeys: { column: string; orderKey: string | null }[];
}

/** All of it in one statement; the caller holds the locks of the columns. */
export async function readStartFacts(
  sql: SqlRunner,
  start: { projectId: number; agents: string[]; previousRunIds: string[]; columns: string[] },
): Promise<StartFacts> {
  const { projectId, agents, previousRunIds, columns } = start;
  const [row] = await sql.$queryRaw<StartFacts[]>(Prisma.sql`
    SELECT p."workspaceRealPath", p."workspacePath", p."fallbackModel",
           COALESCE((SELECT json_agg(json_build_object('agent', s."agent", 'frontMatter', s."frontMatter", 'hash', s."hash", 'version', s."version"))
                       FROM "Skill" s WHERE s."projectId" = p."id" AND s."agent" = ANY(${agents}::text[])), '[]'::json) AS skills,
           COALESCE((SELECT json_agg(json_build_object('id', r."id", 'attempt', r."attempt"))
                       FROM "Run" r WHERE r."id" = ANY(${previousRunIds}::text[])), '[]'::json) AS previous,
           COALESCE((SELECT json_agg(json_build_object('column', c."name", 'orderKey', (
                         SELECT t."orderKey" FROM "Ticket" t WHERE t."columnId" = c."id" AND t."deletedAt" IS NULL
                          ORDER BY t."orderKey" COLLATE "C" DESC LIMIT 1)))
                       FROM "BoardColumn" c WHERE c."projectId" = p."id" AND c."name" = ANY(${columns}::text[])), '[]'::json) AS "lastKeys"
      FROM "Project" p WHERE p."id" = ${projectId}`);
  if (!row) throw new Error(`project ${projectId}: expected a row, found none`);
  return row;
}
