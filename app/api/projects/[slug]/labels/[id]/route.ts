import { z } from "zod";
import { deleteLabel, patchLabel } from "#server/commands/labels.ts";
import { patchLabelSchema } from "#server/contracts/board-settings.ts";
import { labelSchema } from "#server/contracts/ticket.ts";
import { findProject } from "#server/queries/find-project.ts";
import { toLabel } from "#server/queries/view-rows.ts";
import { numberParam } from "#app/api/_route/params.ts";
import { noContent, route } from "#app/api/_route/route.ts";

const params = z.object({ slug: z.string(), id: numberParam });

export const PATCH = route({
  summary: "Renames or recolours a label",
  access: "write",
  isCompat: true,
  params,
  body: patchLabelSchema,
  answer: labelSchema,
  async handle({ database, actor, params: { slug, id }, body }) {
    const project = await findProject(database, slug);
    return toLabel(
      await patchLabel(database, actor, { ...body, projectId: project.id, label: id }),
    );
  },
});

export const DELETE = route({
  summary: "Deletes a label and takes it off all tickets",
  access: "write",
  isCompat: true,
  params,
  async handle({ database, actor, params: { slug, id } }) {
    const project = await findProject(database, slug);
    await deleteLabel(database, actor, { projectId: project.id, label: id });
    return noContent();
  },
});
