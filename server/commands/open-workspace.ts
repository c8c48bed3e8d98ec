import type { Actor } from "#server/contracts/actor.ts";
import { isFailure } from "#server/contracts/failure.ts";
import type { Database } from "#server/store/client.ts";
import { acceptSettings } from "./accept-settings.ts";
import { loadAutomations } from "./load-automations.ts";
import { scanSkills } from "./scan-skills.ts";

/**
 * Reads what a workspace brings: skills become members, automations go live. A broken automations.json
 * does not keep the board from opening; its problems stand with the file (rule 34).
 */
export async function openWorkspace(
  database: Database,
  projectId: number,
  actor: Actor,
  now: Date,
): Promise<void> {
  if (actor.kind === "person") await acceptSettings(database, projectId, actor);
  await scanSkills(database, projectId, actor, now);
  try {
    await loadAutomations(database, projectId, actor, now);
  } catch (error) {
    if (!isFailure(error) || error.code !== "AUTOMATIONS_INVALID") throw error;
  }
}
