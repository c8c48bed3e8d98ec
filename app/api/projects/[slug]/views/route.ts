import { z } from "zod";
import { deleteSavedView, putSavedView } from "#server/commands/saved-views.ts";
import { putSavedViewSchema, savedViewSchema } from "#server/contracts/saved-view.ts";
import { findProject } from "#server/queries/find-project.ts";
import { listSavedViews } from "#server/queries/saved-views.ts";
import { projectParams } from "#app/api/_route/params.ts";
import { noContent, route } from "#app/api/_route/route.ts";

const answer = z.array(savedViewSchema);

export const GET = route({
  summary: "The person's saved searches of the board by name",
  access: "read",
  params: projectParams,
  answer,
  async handle({ database, actor, params }) {
    const { id } = await findProject(database, params.slug);
    return listSavedViews(database, actor, id);
  },
});

/** A viewer has views too: they are his own and change nothing for others. */
export const PUT = route({
  summary: "Saves a search under a name; isDefault: the board opens with it",
  access: "read",
  params: projectParams,
  body: putSavedViewSchema,
  answer,
  async handle({ database, actor, params, body }) {
    const { id } = await findProject(database, params.slug);
    await putSavedView(database, actor, { ...body, projectId: id });
    return listSavedViews(database, actor, id);
  },
});

export const DELETE = route({
  summary: "Forgets a saved search",
  access: "read",
  params: projectParams,
  query: z.object({ name: z.string().max(60) }),
  async handle({ database, actor, params, query }) {
    const { id } = await findProject(database, params.slug);
    await deleteSavedView(database, actor, { projectId: id, name: query.name });
    return noContent();
  },
});
