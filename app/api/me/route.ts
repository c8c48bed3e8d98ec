import { patchMeSchema } from "#server/contracts/accounts.ts";
import { meSchema } from "#server/contracts/project.ts";
import { renameSelf } from "#server/commands/accounts/rename-self.ts";
import { readMe } from "#server/queries/accounts/me.ts";
import { requirePerson } from "#app/api/_route/person.ts";
import { route } from "#app/api/_route/route.ts";

export const GET = route({
  summary: "Who the token or cookie belongs to",
  access: "read",
  agents: true,
  answer: meSchema,
  handle: ({ database, actor }) => readMe(database, actor),
});

export const PATCH = route({
  summary: "Changes the name you are shown by",
  access: "read",
  body: patchMeSchema,
  answer: meSchema,
  async handle({ database, actor, body }) {
    const person = requirePerson(actor);
    await renameSelf(database, person, body.name);
    return readMe(database, person);
  },
});
