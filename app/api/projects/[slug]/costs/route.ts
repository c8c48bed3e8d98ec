import { costsSchema } from "#server/contracts/costs.ts";
import { readCosts } from "#server/queries/costs.ts";
import { findProject } from "#server/queries/find-project.ts";
import { costsQuery } from "../../../_route/cost-params.ts";
import { projectParams } from "../../../_route/params.ts";
import { route } from "../../../_route/route.ts";

export const GET = route({
  summary: "What a project's work cost, by day, agent, ticket, model or person, with its cap",
  access: "read",
  agents: true,
  params: projectParams,
  query: costsQuery,
  answer: costsSchema,
  async handle({ database, params, query, now }) {
    const { id } = await findProject(database, params.slug);
    return readCosts(database, { ...query, projectIds: [id], isOneProject: true }, now);
  },
});
