import { z } from "zod";
import { revokeToken } from "#server/commands/accounts/tokens.ts";
import { requirePerson } from "#app/api/_route/person.ts";
import { noContent, route } from "#app/api/_route/route.ts";

export const DELETE = route({
  summary: "Ends one of your tokens; owners end anybody's",
  access: "read",
  params: z.object({ id: z.string() }),
  async handle({ database, actor, params, now }) {
    await revokeToken(database, requirePerson(actor), params.id, now);
    return noContent();
  },
});
