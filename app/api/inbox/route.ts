import { z } from "zod";
import { inboxRowSchema } from "#server/contracts/project.ts";
import { readInbox } from "#server/queries/inbox.ts";
import { route } from "#app/api/_route/route.ts";

export const GET = route({
  summary: "What needs a person",
  access: "read",
  answer: z.object({ items: z.array(inboxRowSchema), next: z.null() }),
  handle: async ({ database, actor, now }) => ({
    items: await readInbox(database, actor, now),
    next: null,
  }),
});
