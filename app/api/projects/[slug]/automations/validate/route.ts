import { projectParams } from "#app/api/_route/params.ts";
import { route } from "#app/api/_route/route.ts";
import { validateAnswerSchema, validateAutomationsSchema } from "#server/contracts/automation.ts";
import { validateAutomations } from "#server/queries/automations-answer.ts";
import { readReaderLocale } from "#server/lib/reader-locale.ts";
import { findProject } from "#server/queries/find-project.ts";

export const POST = route({
  summary: "What an edited text would do; nothing is written",
  access: "read",
  params: projectParams,
  body: validateAutomationsSchema,
  answer: validateAnswerSchema,
  async handle({ database, params, body, request }) {
    const project = await findProject(database, params.slug);
    const text = "text" in body ? body.text : JSON.stringify(body.config, null, 2);
    return validateAutomations(database, project.id, text, readReaderLocale(request.headers));
  },
});
