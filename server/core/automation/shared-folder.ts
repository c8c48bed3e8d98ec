import type { AutomationsConfig } from "./automation.ts";
import { isLive } from "./automation.ts";
import type { RunAgentAction } from "./actions/registry.ts";
import { agentsOf, placeOf } from "./loop-writes.ts";
import { fillPlaceholders } from "./placeholders.ts";

/** What decides whether two agents may write the same folder at once (ux.md 11). */
export interface FolderFacts {
  /** Slugs of agents that may write files: coders, devops and agents without a type. */
  writers: ReadonlySet<string>;
  isolation: "workspace" | "worktree";
  /** Imported projects keep the agent's slug as the group of an action that names none. */
  isImported: boolean;
}

/** A runAgent action of the file. */
export interface ActionPlace {
  automation: number;
  action: number;
}

/** Two agents, or one on two tickets, that may write the project's folder at the same time. */
export interface FolderPair {
  agents: [string, string];
  groups: [string, string];
  /** Actions that would have to name one group for both. */
  actions: ActionPlace[];
}

interface Writer extends ActionPlace {
  agent: string;
  /** As written, `{ticketId}` unfilled: then every ticket has a group of its own. */
  group: string;
  exclusions: string[];
}

/** Every such pair once, in file order; runs in an own copy and runs that exclude each other are not. */
export function findFolderPairs(config: AutomationsConfig, facts: FolderFacts): FolderPair[] {
  const writers = config.automations.flatMap((automation, index) =>
    isLive(automation)
      ? automation.actions.flatMap((action, place) =>
          action.type === "runAgent"
            ? agentsAt(automation, action, facts).flatMap((agent) =>
                writerOf(action, agent, { automation: index, action: place }, facts),
              )
            : [],
        )
      : [],
  );
  const pairs = new Map<string, FolderPair>();
  for (const [index, a] of writers.entries()) {
    for (const b of writers.slice(index)) {
      if (!mayMeet(a, b)) continue;
      const key = [a.agent, b.agent].toSorted().join("\n");
      const pair = pairs.get(key) ?? {
        agents: [a.agent, b.agent],
        groups: [a.group, b.group],
        actions: [],
      };
      for (const { automation, action } of [a, b]) {
        const isKnown = pair.actions.some(
          (one) => one.automation === automation && one.action === action,
        );
        if (!isKnown) pair.actions.push({ automation, action });
      }
      pairs.set(key, pair);
    }
  }
  return [...pairs.values()];
}

function agentsAt(
  automation: AutomationsConfig["automations"][number],
  action: RunAgentAction,
  { writers }: FolderFacts,
): string[] {
  const named = agentsOf(action, placeOf(automation));
  return named.includes("") ? [...writers].toSorted() : named;
}

function writerOf(
  action: RunAgentAction,
  agent: string,
  place: ActionPlace,
  facts: FolderFacts,
): Writer[] {
  const isolation = action.isolation ?? facts.isolation;
  if (isolation !== "workspace" || !facts.writers.has(agent)) return [];
  const fill = (text: string): string => fillPlaceholders(text, { assignee: agent });
  const group =
    action.concurrencyGroup === undefined
      ? facts.isImported
        ? agent
        : "workspace"
      : fill(action.concurrencyGroup);
  return [{ ...place, agent, group, exclusions: action.mutuallyExclusiveWith.map(fill) }];
}

function mayMeet(a: Writer, b: Writer): boolean {
  const isSameGroup = a.group === b.group && !a.group.includes("{ticketId}");
  return !isSameGroup && !a.exclusions.includes(b.group) && !b.exclusions.includes(a.group);
}
