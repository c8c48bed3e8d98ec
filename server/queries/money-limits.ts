import type { FrontMatter } from "#server/contracts/skill.ts";
import type { Tx } from "../store/client.ts";
import { readLiveAutomations } from "./automations.ts";
import { defaultBudgetUsd } from "./default-budget.ts";

/** Share of the cap that supervisors may use when the file names no amount (rule 4). */
export const SUPERVISOR_SHARE = 0.2;

export interface MoneyLimits {
  /** Cap of a day; null = no fuse. */
  capUsd: number | null;
  /** What supervisors may spend in a day, whatever the cap says. */
  supervisorCapUsd: number;
  /** Slugs of agents marked `supervisor`. */
  supervisors: string[];
  /** Null: the project's own. */
  timeZone: string | null;
}

/** What the live automations and skills of a project say about its money. */
export async function readMoneyLimits(tx: Tx, projectId: number): Promise<MoneyLimits> {
  const config = await readLiveAutomations(tx, projectId);
  const skills = await tx.skill.findMany({
    where: { projectId },
    select: { agent: true, frontMatter: true },
  });
  const capUsd = config.dailyBudgetUsd === undefined ? defaultBudgetUsd() : config.dailyBudgetUsd;
  return {
    capUsd,
    supervisorCapUsd: config.supervisorBudgetUsd ?? (capUsd ?? 0) * SUPERVISOR_SHARE,
    supervisors: skills.flatMap(({ agent, frontMatter }) =>
      (frontMatter as FrontMatter).supervisor === true ? [agent] : [],
    ),
    timeZone: config.timeZone ?? null,
  };
}
