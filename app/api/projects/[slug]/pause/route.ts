import { goLive } from "#server/commands/import-go-live.ts";
import { pauseProject } from "#server/commands/pause-project.ts";
import { pauseSchema, projectSchema } from "#server/contracts/project.ts";
import { findProject } from "#server/queries/find-project.ts";
import { awaitsGoLive } from "#server/queries/import-waiting.ts";
import { readProject } from "#server/queries/project.ts";
import { projectParams } from "#app/api/_route/params.ts";
import { route } from "#app/api/_route/route.ts";

export const POST = route({
  summary: "Pauses or resumes a project; without a body it flips",
  access: "write",
  isCompat: true,
  isBodyOptional: true,
  params: projectParams,
  body: pauseSchema,
  answer: projectSchema,
  async handle({ database, actor, params, body, now }) {
    const project = await findProject(database, params.slug);
    const { id, slug } = project;
    // The first resume of an imported project is its going live, with what is checked for that.
    if (body.paused !== true && (await awaitsGoLive(database, project))) {
      await goLive(database, actor, { project, confirm: false }, now);
    } else {
      await pauseProject(database, actor, { ...body, projectId: id }, now);
    }
    return readProject(database, await findProject(database, slug), now);
  },
});
