import { z } from "zod";
import { deleteSavedView, patchSavedView } from "#server/commands/saved-views.ts";
import { patchViewSchema, savedViewSchema } from "#server/contracts/saved-view.ts";
import { findProject } from "#server/queries/find-project.ts";
import { listSavedViews } from "#server/queries/saved-views.ts";
import { numberParam } from "#app/api/_route/params.ts";
import { noContent, route } from "#app/api/_route/route.ts";

const params = z.object({ slug: z.string(), id: numberParam });

export const PATCH = route({
  summary: "Renames, changes or shares a view of one's own; isDefault: the board opens with it",
  access: "read",
  params,
  body: patchViewSchema,
  answer: savedViewSchema,
  async handle({ database, actor, params: { slug, id }, body }) {
    const project = await findProject(database, slug);
    await patchSavedView(database, actor, { ...body, projectId: project.id, view: id });
    return (await listSavedViews(database, actor, project.id)).find((view) => view.id === id);
  },
});

export const DELETE = route({
  summary: "Deletes a view of one's own; an owner also one that somebody shares",
  access: "read",
  params,
  async handle({ database, actor, params: { slug, id } }) {
    const project = await findProject(database, slug);
    await deleteSavedView(database, actor, { projectId: project.id, view: id });
    return noContent();
  },
});
