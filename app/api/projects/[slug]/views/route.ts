import { z } from "zod";
import { createSavedView } from "#server/commands/saved-views.ts";
import { createViewSchema, savedViewSchema } from "#server/contracts/saved-view.ts";
import { findProject } from "#server/queries/find-project.ts";
import { listSavedViews } from "#server/queries/saved-views.ts";
import { projectParams } from "#app/api/_route/params.ts";
import { created, route } from "#app/api/_route/route.ts";

export const GET = route({
  summary: "The person's saved views of the board and those that others share, by name",
  access: "read",
  params: projectParams,
  answer: z.array(savedViewSchema),
  async handle({ database, actor, params }) {
    const { id } = await findProject(database, params.slug);
    return listSavedViews(database, actor, id);
  },
});

/** A viewer has views too: they are his own and change nothing for others. */
export const POST = route({
  summary: "Saves a search, layout and order under a name, for oneself or shared",
  access: "read",
  params: projectParams,
  body: createViewSchema,
  answer: savedViewSchema,
  async handle({ database, actor, params, body }) {
    const project = await findProject(database, params.slug);
    const id = await createSavedView(database, actor, { ...body, projectId: project.id });
    const views = await listSavedViews(database, actor, project.id);
    return created(
      views.find((view) => view.id === id),
      `/api/projects/${project.slug}/views/${id}`,
    );
  },
});
