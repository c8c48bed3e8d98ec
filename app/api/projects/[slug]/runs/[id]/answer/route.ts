import { answerQuestion } from "#server/commands/answer-question.ts";
import { answerQuestionSchema } from "#server/contracts/run.ts";
import { findProject } from "#server/queries/find-project.ts";
import { accepted, route } from "../../../../../_route/route.ts";
import { runParams } from "../../../../../_route/run-params.ts";

export const POST = route({
  summary: "Answers a question, plan or permission request; also after the run's end",
  access: "write",
  params: runParams,
  body: answerQuestionSchema,
  async handle({ database, actor, params, body, now }) {
    const { id } = await findProject(database, params.slug);
    await answerQuestion(database, actor, { projectId: id, runId: params.id, ...body }, now);
    return accepted({});
  },
});
