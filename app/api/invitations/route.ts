import { z } from "zod";
import {
  createInvitationSchema,
  invitationSchema,
  newInvitationSchema,
} from "#server/contracts/accounts.ts";
import { createInvitation } from "#server/commands/accounts/invitations.ts";
import { listInvitations } from "#server/queries/accounts/invitations.ts";
import { requirePerson } from "#app/api/_route/person.ts";
import { created, route } from "#app/api/_route/route.ts";

export const GET = route({
  summary: "Invitations that nobody has accepted yet",
  access: "maintain",
  answer: z.object({ items: z.array(invitationSchema), next: z.null() }),
  handle: async ({ database, now }) => ({
    items: await listInvitations(database, now),
    next: null,
  }),
});

export const POST = route({
  summary:
    "Makes a link for one new person, once, within seven days; the answer is the only time it is shown",
  access: "maintain",
  isSecret: true,
  body: createInvitationSchema,
  answer: newInvitationSchema,
  async handle({ database, actor, body, now }) {
    const invitation = await createInvitation(database, requirePerson(actor), body, now);
    return created(invitation, `/api/invitations/${invitation.id}`);
  },
});
