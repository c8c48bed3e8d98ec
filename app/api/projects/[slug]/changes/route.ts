import { z } from "zod";
import { changesAnswerSchema } from "#server/contracts/live.ts";
import { readDeltas } from "#server/queries/deltas.ts";
import { findProject } from "#server/queries/find-project.ts";
import { numberParam, projectParams } from "#app/api/_route/params.ts";
import { route } from "#app/api/_route/route.ts";

/** Farther behind than this, the whole board is the shorter answer. */
const MAX_REVISIONS = 500;

export const GET = route({
  summary: "What changed after a revision, one delta per revision",
  access: "read",
  agents: true,
  params: projectParams,
  query: z.object({ after: numberParam }),
  answer: changesAnswerSchema,
  async handle({ database, params, query, now }) {
    const { id } = await findProject(database, params.slug);
    return readDeltas(database, id, query.after, MAX_REVISIONS, now);
  },
});
