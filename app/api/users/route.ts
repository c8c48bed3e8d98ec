import { z } from "zod";
import { personSchema } from "#server/contracts/accounts.ts";
import { listPeople } from "#server/queries/accounts/people.ts";
import { route } from "#app/api/_route/route.ts";

export const GET = route({
  summary: "Who may sign in, and what each may do",
  access: "write",
  answer: z.object({ items: z.array(personSchema), next: z.null() }),
  handle: async ({ database }) => ({ items: await listPeople(database), next: null }),
});
