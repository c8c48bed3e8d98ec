import { systemSchema } from "#server/contracts/project.ts";
import { readSystem } from "#server/queries/system.ts";
import { route } from "#app/api/_route/route.ts";

export const GET = route({
  summary: "Engine, agent CLI, places, and what keeps agents from starting",
  access: "read",
  answer: systemSchema,
  handle: ({ database, actor, now }) => readSystem(database, actor, now),
});
