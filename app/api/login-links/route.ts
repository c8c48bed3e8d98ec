import { loginLinkSchema } from "#server/contracts/accounts.ts";
import { createOwnLoginLink } from "#server/commands/accounts/tokens.ts";
import { requirePerson } from "#app/api/_route/person.ts";
import { json, route } from "#app/api/_route/route.ts";

export const POST = route({
  summary: "Makes a link that signs you in on another device, once, within ten minutes",
  access: "read",
  isSecret: true,
  answer: loginLinkSchema,
  handle: async ({ database, actor, now }) =>
    json(201, await createOwnLoginLink(database, requirePerson(actor), now)),
});
