import { z } from "zod";
import { costsSchema } from "#server/contracts/costs.ts";
import { readCosts } from "#server/queries/costs.ts";
import { findReadableProjects } from "#server/queries/project-access.ts";
import { costsQuery } from "../_route/cost-params.ts";
import { route } from "../_route/route.ts";

export const GET = route({
  summary: "What work cost, by day, agent, ticket, model or person, over all projects or one",
  access: "read",
  query: costsQuery.extend({ project: z.string().max(100).optional() }),
  answer: costsSchema,
  async handle({ database, actor, query, now }) {
    const { project, ...question } = query;
    const projects = await findReadableProjects(database, actor, project);
    const projectIds = projects.map(({ id }) => id);
    return readCosts(
      database,
      { ...question, projectIds, isOneProject: project !== undefined },
      now,
    );
  },
});
