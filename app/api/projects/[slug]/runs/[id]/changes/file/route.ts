import { z } from "zod";
import { fileDiffSchema } from "#server/contracts/run.ts";
import { readRunFileDiff } from "#server/queries/changes-of-run.ts";
import { findProject } from "#server/queries/find-project.ts";
import { route } from "../../../../../../_route/route.ts";
import { runParams } from "../../../../../../_route/run-params.ts";

export const GET = route({
  summary: "How a run changed one file, as a unified difference",
  access: "read",
  agents: true,
  params: runParams,
  query: z.strictObject({ path: z.string().min(1).max(1_024) }),
  answer: fileDiffSchema,
  async handle({ database, params, query }) {
    const { id } = await findProject(database, params.slug);
    return readRunFileDiff(database, id, params.id, query.path);
  },
});
