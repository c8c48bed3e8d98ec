import { z } from "zod";
import { fleetSchema } from "#server/contracts/fleet.ts";
import { readFleet } from "#server/queries/fleet.ts";
import { route } from "../_route/route.ts";

export const GET = route({
  summary:
    "Runs at work, concurrency groups with holders and waiters, places, workers, of all projects or one",
  access: "read",
  query: z.strictObject({ project: z.string().max(100).optional() }),
  answer: fleetSchema,
  handle: ({ database, actor, query, now }) => readFleet(database, actor, query, now),
});
