import { z } from "zod";
import { pauseAll } from "#server/commands/pause-all.ts";
import { pauseSchema } from "#server/contracts/project.ts";
import { route } from "../_route/route.ts";

export const POST = route({
  summary: "Pauses or resumes every project at once; without a body it flips",
  access: "write",
  isBodyOptional: true,
  body: pauseSchema,
  answer: z.object({ isPaused: z.boolean(), stopped: z.number().int() }),
  handle: ({ database, actor, body, now }) => pauseAll(database, actor, body ?? {}, now),
});
