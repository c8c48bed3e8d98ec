import { z } from "zod";
import { endSession } from "#server/commands/accounts/sessions.ts";
import { requirePerson } from "#app/api/_route/person.ts";
import { noContent, route } from "#app/api/_route/route.ts";

export const DELETE = route({
  summary: "Signs one of your browsers out; owners anybody's",
  access: "read",
  params: z.object({ id: z.string() }),
  async handle({ database, actor, params, now }) {
    await endSession(database, requirePerson(actor), params.id, now);
    return noContent();
  },
});
