import { undoRun } from "#server/commands/undo/undo-run.ts";
import { undoAnswerSchema, undoRequestSchema } from "#server/contracts/undo.ts";
import { findProject } from "#server/queries/find-project.ts";
import { route } from "../../../../../_route/route.ts";
import { runParams } from "../../../../../_route/run-params.ts";

export const POST = route({
  summary: "Undoes a run's changes, or says what that would do; an undo can be undone",
  access: "write",
  params: runParams,
  body: undoRequestSchema,
  isBodyOptional: true,
  answer: undoAnswerSchema,
  async handle({ database, actor, params, body, now }) {
    const { id } = await findProject(database, params.slug);
    return undoRun(database, actor, { ...body, projectId: id, runId: params.id }, now);
  },
});
