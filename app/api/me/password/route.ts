import { z } from "zod";
import { setPasswordSchema } from "#server/contracts/accounts.ts";
import { setPassword } from "#server/commands/accounts/set-password.ts";
import { requirePerson } from "#app/api/_route/person.ts";
import { route } from "#app/api/_route/route.ts";

export const PUT = route({
  summary: "Sets your password and signs you out everywhere else",
  access: "read",
  body: setPasswordSchema,
  answer: z.object({ endedSessions: z.number().int() }),
  handle: ({ database, actor, body, now }) =>
    setPassword(database, requirePerson(actor), body, now),
});
