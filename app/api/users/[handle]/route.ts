import { z } from "zod";
import { patchPersonSchema, personSchema } from "#server/contracts/accounts.ts";
import { patchPerson } from "#server/commands/accounts/patch-person.ts";
import { listPeople } from "#server/queries/accounts/people.ts";
import { requirePerson } from "#app/api/_route/person.ts";
import { route } from "#app/api/_route/route.ts";

export const PATCH = route({
  summary:
    "Changes a person's role, maintainer's mark, projects, or whether it may sign in; owners and maintainers only by owners",
  access: "maintain",
  params: z.object({ handle: z.string() }),
  body: patchPersonSchema,
  answer: personSchema,
  async handle({ database, actor, params, body, now }) {
    const { handle } = params;
    await patchPerson(database, requirePerson(actor), { ...body, handle }, now);
    return (await listPeople(database)).find((person) => person.handle === handle);
  },
});
