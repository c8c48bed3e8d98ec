import { outsideWarnings } from "./action-warnings.ts";
import type { OutsideFacts } from "./action-warnings.ts";
import type { AutomationsConfig } from "./automation.ts";
import { unknownColumnWarnings } from "./config.ts";
import { findLoops } from "./loops.ts";
import type { Problem } from "./problem.ts";
import { findFolderPairs } from "./shared-folder.ts";
import type { FolderFacts, FolderPair } from "./shared-folder.ts";

export interface WarningFacts extends FolderFacts {
  /** Names of the board's columns, in their order. */
  columns: readonly string[];
  /** What rules may do outside the board; absent = not asked. */
  outside?: OutsideFacts;
}

/** The group that agents of one folder share (ux.md 11). */
const SHARED_GROUP = "workspace";

/**
 * Remarks on a configuration as a whole, beside those on its text: columns the board does not have,
 * loops without a person, agents that may write the same folder at once. None of them refuses it.
 */
export function configWarnings(config: AutomationsConfig, facts: WarningFacts): Problem[] {
  return [
    ...unknownColumnWarnings(config, facts.columns),
    ...(facts.outside ? outsideWarnings(config, facts.outside) : []),
    ...findLoops(config, facts).map(({ ids, names }) => ({
      path: pathOf(config, ids[0]),
      message: `loop: ${[...names, names[0] ?? ""].join(" → ")}`,
      expected: "a person's step on the way",
      found: ids.length === 1 ? "a rule that wakes itself" : `${ids.length} rules in a circle`,
    })),
    ...findFolderPairs(config, facts).map((pair) => folderWarning(config, pair)),
  ];
}

function pathOf(config: AutomationsConfig, id: string | undefined): string {
  return `automations[${config.automations.findIndex((automation) => automation.id === id)}]`;
}

function folderWarning(config: AutomationsConfig, pair: FolderPair): Problem {
  const { agents, groups } = pair;
  const actions = pair.actions.map(({ automation, action }) => ({
    automation,
    // Where it stands in the file.
    action: action - (config.automations[automation]?.liftedActions ?? 0),
  }));
  const [a, b] = agents;
  const who = a === b ? `${a} on two tickets` : `${a} and ${b}`;
  const [first] = actions;
  return {
    path: `automations[${first?.automation ?? 0}].actions[${first?.action ?? 0}]`,
    message: `${who} may write the same folder at once`,
    expected: "one group for both",
    found: groups.join(" and "),
    fix: {
      kind: "share_group",
      group: SHARED_GROUP,
      actions: actions.map((one) => ["automations", one.automation, "actions", one.action]),
    },
  };
}
