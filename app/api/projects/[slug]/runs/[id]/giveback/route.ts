import { giveBack } from "#server/commands/takeover/give-back.ts";
import { giveBackSchema } from "#server/contracts/run.ts";
import { findProject } from "#server/queries/find-project.ts";
import { accepted, route } from "../../../../../_route/route.ts";
import { runParams } from "../../../../../_route/run-params.ts";

export const POST = route({
  summary:
    "Gives a session back that was taken over; its agent goes on with it unless resume is false",
  access: "write",
  params: runParams,
  body: giveBackSchema,
  isBodyOptional: true,
  async handle({ database, actor, params, body, now }) {
    const { id } = await findProject(database, params.slug);
    await giveBack(database, actor, { projectId: id, runId: params.id, ...body }, now);
    return accepted({});
  },
});
