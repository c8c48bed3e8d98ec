import { z } from "zod";
import { laneSchema } from "#server/contracts/fleet.ts";
import { findProject } from "#server/queries/find-project.ts";
import { readLanes } from "#server/queries/lanes.ts";
import { projectParams } from "../../../_route/params.ts";
import { route } from "../../../_route/route.ts";

export const GET = route({
  summary: "Concurrency groups in use: who holds each, who waits in which order, what excludes it",
  access: "read",
  agents: true,
  params: projectParams,
  answer: z.array(laneSchema),
  async handle({ database, params, now }) {
    const project = await findProject(database, params.slug);
    return (await readLanes(database, project, now)).lanes;
  },
});
