import type { Tx } from "../client.ts";

/** What a new run takes over from its project, its agent's skill and the run it continues. */
export interface StartFacts {
  workspaceRealPath: string | null;
  workspacePath: string | null;
  fallbackModel: string | null;
  frontMatter: unknown;
  skillHash: string | null;
  skillVersion: number | null;
  previousAttempt: number | null;
}

export async function readStartFacts(
  tx: Tx,
  start: { projectId: number; agent: string; previousRunId: string | null },
): Promise<StartFacts> {
  const [row] = await tx.$queryRaw<StartFacts[]>`
    SELECT p."workspaceRealPath", p."workspacePath", p."fallbackModel", s."frontMatter", s."hash" AS "skillHash",
           s."version" AS "skillVersion",
           (SELECT "attempt" FROM "Run" WHERE "id" = ${start.previousRunId}::text) AS "previousAttempt"
      FROM "Project" p LEFT JOIN "Skill" s ON s."projectId" = p."id" AND s."agent" = ${start.agent}
     WHERE p."id" = ${start.projectId}`;
  if (!row) throw new Error(`project ${start.projectId}: expected a row, found none`);
  return row;
}
