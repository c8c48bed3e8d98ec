import { patchMoney } from "#server/commands/patch-money.ts";
import { patchMoneySchema } from "#server/contracts/project-settings.ts";
import { budgetSchema } from "#server/contracts/ticket.ts";
import { readBudget } from "#server/queries/budget.ts";
import { findProject } from "#server/queries/find-project.ts";
import { projectParams } from "#app/api/_route/params.ts";
import { route } from "#app/api/_route/route.ts";

export const PATCH = route({
  summary: "Changes the amounts that automations.json holds; answers the day's money",
  access: "maintain",
  params: projectParams,
  body: patchMoneySchema,
  answer: budgetSchema,
  async handle({ database, actor, params, body, now }) {
    const { id } = await findProject(database, params.slug);
    await patchMoney(database, actor, { ...body, projectId: id }, now);
    return readBudget(database, id, now);
  },
});
