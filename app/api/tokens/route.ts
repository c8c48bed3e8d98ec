import { z } from "zod";
import { createTokenSchema, newTokenSchema, tokenSchema } from "#server/contracts/accounts.ts";
import { createToken } from "#server/commands/accounts/tokens.ts";
import { listTokens } from "#server/queries/accounts/tokens.ts";
import { requirePerson } from "#app/api/_route/person.ts";
import { created, route } from "#app/api/_route/route.ts";

export const GET = route({
  summary: "Your own tokens for scripts",
  access: "read",
  answer: z.object({ items: z.array(tokenSchema), next: z.null() }),
  handle: async ({ database, actor, now }) => ({
    items: await listTokens(database, requirePerson(actor).userId, now),
    next: null,
  }),
});

export const POST = route({
  summary: "Makes a Bearer token with your own rights; the answer is the only time it is shown",
  access: "maintain",
  isSecret: true,
  body: createTokenSchema,
  answer: newTokenSchema,
  async handle({ database, actor, body, now }) {
    const token = await createToken(database, requirePerson(actor), body, now);
    return created(token, `/api/tokens/${token.id}`);
  },
});
