import type { Actor } from "#server/contracts/actor.ts";
import type { PatchMoney } from "#server/contracts/project-settings.ts";
import { editText } from "#server/core/automation/diff.ts";
import type { Database } from "#server/store/client.ts";
import { refuseStale, replaceAutomations } from "./save-automations.ts";

/** What a project without a file gets, so that its amounts have a place. */
const emptyFile = '{\n  "automations": []\n}\n';

/**
 * Changes the amounts of a project in its automations.json, where they are kept; comments and all else
 * stay. In force at once: the next look at the budget counts with them.
 */
export async function patchMoney(
  database: Database,
  actor: Actor,
  input: PatchMoney & { projectId: number },
  now: Date,
): Promise<void> {
  const { projectId, stamp, ...fields } = input;
  const wishes = Object.entries(fields).filter(([, value]) => value !== undefined);
  const data = { fields: wishes.map(([field]) => field) };
  await replaceAutomations(
    database,
    { projectId, actor, kind: "automations_loaded", data, now },
    { choice: undefined, mayAsk: false },
    (file) => {
      const edited = wishes.reduce(
        (text, [field, value]) => editText(text, [field], value === "default" ? undefined : value),
        file?.text ?? emptyFile,
      );
      refuseStale(file, stamp, edited);
      return edited;
    },
  );
}
