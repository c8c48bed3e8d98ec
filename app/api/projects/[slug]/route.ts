import { z } from "zod";
import { deleteProject } from "#server/commands/delete-project.ts";
import { patchProject } from "#server/commands/patch-project.ts";
import { patchProjectSchema, projectSchema } from "#server/contracts/project.ts";
import type { PatchProject } from "#server/contracts/project.ts";
import { findProject } from "#server/queries/find-project.ts";
import { readProject } from "#server/queries/project.ts";
import { projectParams } from "#app/api/_route/params.ts";
import { noContent, route } from "#app/api/_route/route.ts";

export const GET = route({
  summary: "One project",
  access: "read",
  agents: true,
  isCompat: true,
  params: projectParams,
  answer: projectSchema,
  handle: async ({ database, params, now }) =>
    readProject(database, await findProject(database, params.slug), now),
});

export const PATCH = route({
  summary: "Changes a project's settings; only what is sent",
  access: "maintain",
  isCompat: true,
  params: projectParams,
  body: patchProjectSchema.extend({ updateFallbackModel: z.boolean().optional() }),
  answer: projectSchema,
  async handle({ database, actor, params, body, now }) {
    const { id, slug } = await findProject(database, params.slug);
    await patchProject(database, actor, { ...changesOf(body), projectId: id }, now);
    return readProject(database, await findProject(database, slug), now);
  },
});

/** Existing callers say by a switch of its own whether `fallbackModel` is meant (compat §2.2). */
function changesOf({
  updateFallbackModel,
  ...fields
}: PatchProject & { updateFallbackModel?: boolean }): PatchProject {
  if (updateFallbackModel === undefined) return fields;
  const { fallbackModel = null, ...others } = fields;
  return updateFallbackModel ? { ...others, fallbackModel } : others;
}

export const DELETE = route({
  summary: "Drops a board; its workspace stays",
  access: "owner",
  isCompat: true,
  params: projectParams,
  async handle({ database, actor, params }) {
    await deleteProject(database, actor, await findProject(database, params.slug));
    return noContent();
  },
});
