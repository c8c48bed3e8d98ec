import { z } from "zod";
import { createLabel } from "#server/commands/labels.ts";
import { createLabelSchema } from "#server/contracts/board-settings.ts";
import { labelSchema } from "#server/contracts/ticket.ts";
import { listLabels } from "#server/queries/board-settings.ts";
import { findProject } from "#server/queries/find-project.ts";
import { toLabel } from "#server/queries/view-rows.ts";
import { projectParams } from "#app/api/_route/params.ts";
import { created, route } from "#app/api/_route/route.ts";

export const GET = route({
  summary: "Labels by name",
  access: "read",
  agents: true,
  isCompat: true,
  params: projectParams,
  answer: z.array(labelSchema),
  handle: async ({ database, params }) =>
    listLabels(database, (await findProject(database, params.slug)).id),
});

export const POST = route({
  summary: "Adds a label",
  access: "write",
  isCompat: true,
  params: projectParams,
  body: createLabelSchema,
  answer: labelSchema,
  async handle({ database, actor, params, body }) {
    const { id, slug } = await findProject(database, params.slug);
    const label = await createLabel(database, actor, { ...body, projectId: id });
    return created(toLabel(label), `/api/projects/${slug}/labels/${label.number}`);
  },
});
