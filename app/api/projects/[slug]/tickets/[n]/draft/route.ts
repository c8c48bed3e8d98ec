import { discardDraft, saveDraft } from "#server/commands/drafts.ts";
import { putDraftSchema } from "#server/contracts/board-settings.ts";
import { findProject } from "#server/queries/find-project.ts";
import { ticketParams } from "#app/api/_route/params.ts";
import { noContent, route } from "#app/api/_route/route.ts";

export const PUT = route({
  summary: "Keeps unsaved text; no run starts on the ticket while it is younger than two minutes",
  access: "write",
  params: ticketParams,
  body: putDraftSchema,
  async handle({ database, actor, params, body, now }) {
    const project = await findProject(database, params.slug);
    await saveDraft(database, actor, { ...body, projectId: project.id, number: params.n }, now);
    return noContent();
  },
});

export const DELETE = route({
  summary: "Throws unsaved text away",
  access: "write",
  params: ticketParams,
  async handle({ database, actor, params }) {
    const project = await findProject(database, params.slug);
    await discardDraft(database, actor, { projectId: project.id, number: params.n });
    return noContent();
  },
});
