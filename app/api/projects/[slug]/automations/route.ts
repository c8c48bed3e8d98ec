import { projectParams } from "#app/api/_route/params.ts";
import { noContent, route } from "#app/api/_route/route.ts";
import { saveAutomations } from "#server/commands/save-automations.ts";
import {
  automationsAnswerSchema,
  putAutomationsSchema,
  reloadAnswerSchema,
} from "#server/contracts/automation.ts";
import { readReaderLocale } from "#server/lib/reader-locale.ts";
import { readAutomations } from "#server/queries/automations-answer.ts";
import { findProject } from "#server/queries/find-project.ts";

export const GET = route({
  summary: "The automations in force, the file's text and what is wrong with it",
  access: "read",
  agents: true,
  params: projectParams,
  answer: automationsAnswerSchema,
  isCompat: true,
  async handle({ database, params, now, request }) {
    const project = await findProject(database, params.slug);
    return readAutomations(database, project, now, readReaderLocale(request.headers));
  },
});

export const PUT = route({
  summary:
    "Writes automations.json and puts it in force; existing tools send the bare configuration (204)",
  access: "maintain",
  params: projectParams,
  body: putAutomationsSchema,
  answer: reloadAnswerSchema,
  isCompat: true,
  async handle({ database, actor, params, body, now }) {
    const project = await findProject(database, params.slug);
    const answer = await saveAutomations(database, project.id, actor, body, now);
    return "stamp" in body ? answer : noContent();
  },
});
