import { projectParams } from "#app/api/_route/params.ts";
import { route } from "#app/api/_route/route.ts";
import { simulateAutomationsSchema, simulationSchema } from "#server/contracts/simulation.ts";
import { findProject } from "#server/queries/find-project.ts";
import { simulateText } from "#server/queries/simulation.ts";

export const POST = route({
  summary: "Runs an edited configuration against the board with a fake clock; nothing is written",
  access: "read",
  params: projectParams,
  body: simulateAutomationsSchema,
  answer: simulationSchema,
  async handle({ database, params, body }) {
    const project = await findProject(database, params.slug);
    const text = "text" in body ? body.text : JSON.stringify(body.config, null, 2);
    const from = body.from === undefined ? undefined : new Date(body.from);
    return simulateText(database, project.id, text, { hours: body.hours, from });
  },
});
