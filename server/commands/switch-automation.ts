import type { Actor } from "#server/contracts/actor.ts";
import type { PatchAutomation, ReloadAnswer } from "#server/contracts/automation.ts";
import { Failure } from "#server/contracts/failure.ts";
import { setEnabledInText } from "#server/core/automation/diff.ts";
import type { Database } from "#server/store/client.ts";
import { isInBrowser, refuseStale, replaceAutomations } from "./save-automations.ts";

/**
 * Switches one automation on or off by editing the file's text in place: comments and order stay.
 * 404 `AUTOMATION_UNKNOWN`, 409 `STAMP_STALE`, and 409 `ASKS_WHICH_START` as at a save. A null stamp
 * means "whatever the file says now". `start: "all"` also takes back an earlier "only new tickets".
 */
export async function switchAutomation(
  database: Database,
  projectId: number,
  actor: Actor,
  input: PatchAutomation & { id: string },
  now: Date,
): Promise<ReloadAnswer> {
  const { id, enabled, stamp } = input;
  const data = { automation: id, enabled };
  return replaceAutomations(
    database,
    { projectId, actor, kind: "automation_switched", data, now },
    { choice: input.start, mayAsk: enabled && isInBrowser(actor), takesBack: id },
    (file) => {
      const edited = setEnabledInText(file?.text ?? "", id, enabled);
      if (edited === null)
        throw new Failure(404, "AUTOMATION_UNKNOWN", `no automation "${id}" in this project`);
      if (stamp !== null) refuseStale(file, stamp, edited);
      return edited;
    },
  );
}
