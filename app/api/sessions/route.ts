import { z } from "zod";
import { sessionSchema } from "#server/contracts/accounts.ts";
import { Failure } from "#server/contracts/failure.ts";
import { endOtherSessions } from "#server/commands/accounts/sessions.ts";
import { listSessions } from "#server/queries/accounts/sessions.ts";
import { flagQuery } from "#app/api/_route/params.ts";
import { requirePerson } from "#app/api/_route/person.ts";
import { route } from "#app/api/_route/route.ts";

export const GET = route({
  summary: "Browsers that are signed in as you; with `all`, for owners, as anybody",
  access: "read",
  query: z.object({ all: flagQuery.default(false) }),
  answer: z.object({ items: z.array(sessionSchema), next: z.null() }),
  async handle({ database, actor, query, now }) {
    const person = requirePerson(actor);
    if (query.all && person.role !== "owner") {
      throw new Failure(403, "NOT_ALLOWED", "only owners see the sessions of others");
    }
    return { items: await listSessions(database, person, query.all, now), next: null };
  },
});

export const DELETE = route({
  summary: "Signs you out everywhere but here",
  access: "read",
  answer: z.object({ endedSessions: z.number().int() }),
  handle: ({ database, actor, now }) => endOtherSessions(database, requirePerson(actor), now),
});
