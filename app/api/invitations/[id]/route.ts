import { z } from "zod";
import { revokeInvitation } from "#server/commands/accounts/invitations.ts";
import { requirePerson } from "#app/api/_route/person.ts";
import { noContent, route } from "#app/api/_route/route.ts";

export const DELETE = route({
  summary: "Takes an invitation back",
  access: "maintain",
  params: z.object({ id: z.string() }),
  async handle({ database, actor, params, now }) {
    await revokeInvitation(database, requirePerson(actor), params.id, now);
    return noContent();
  },
});
