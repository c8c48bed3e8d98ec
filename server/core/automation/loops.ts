import type { Automation, AutomationsConfig } from "./automation.ts";
import { isLive } from "./automation.ts";
import { agentsOf, mayMeet, placeOf, writesOf } from "./loop-writes.ts";
import type { Cast, Write } from "./loop-writes.ts";

/** Longer ways round are not looked for. */
const LONGEST_LOOP = 8;
/** Steps of the search; a file that needs more is told what was found so far. */
const MOST_STEPS = 20_000;
/** Commits of the agent CLI carry this co-author; triggers ignore it unless told otherwise. */
const AGENT_AUTHOR = "noreply@anthropic.com";

/** A way round: ids of automations, the first in the file first. */
export interface Loop {
  ids: string[];
  names: string[];
}

interface Edge {
  to: number;
  /** A child's move that reaches its parent; up the tree it ends by itself. */
  isUp: boolean;
  /** It goes on with a new ticket. */
  isNew: boolean;
}

/**
 * Automations as a graph: what an action writes, what a trigger reads (engine.md §5). Every automation
 * that is on such a way is named at least once, by a shortest one. A person's step ends it: a comment
 * by a person, a column nobody but people moves to. A label that one of them sets and another one's
 * condition forbids ends it too.
 */
export function findLoops(config: AutomationsConfig, cast: Cast): Loop[] {
  const live = config.automations.filter(isLive);
  const edges = live.map((source) => edgesFrom(source, live, cast));
  const loops: Loop[] = [];
  const seen = new Set<number>();
  for (const start of live.keys()) {
    if (seen.has(start)) continue;
    const path = shortestLoop(start, edges, live);
    if (path === null) continue;
    for (const index of path) seen.add(index);
    const at = path.indexOf(Math.min(...path));
    const automations = [...path.slice(at), ...path.slice(0, at)].flatMap(
      (index) => live[index] ?? [],
    );
    loops.push({
      ids: automations.map(({ id }) => id),
      names: automations.map(({ name }) => name),
    });
  }
  return loops;
}

function edgesFrom(source: Automation, live: Automation[], cast: Cast): Edge[] {
  const writes = writesOf(source, cast);
  return live.flatMap((target, to) => {
    const found = writes.filter((write) => wakes(write, source, target));
    if (found.length === 0) return [];
    return {
      to,
      isUp: target.trigger.type === "subTicketStatus",
      isNew: found.every(({ kind }) => kind === "create"),
    };
  });
}

/** Whether a write of the source makes the target's trigger fire. */
function wakes(write: Write, source: Automation, target: Automation): boolean {
  const { trigger } = target;
  // Rows of an automation fire nothing for itself (rule 15); its agent's do, where they are named.
  const isItself = source === target;
  const read = placeOf(target);
  switch (trigger.type) {
    case "ticketInColumn":
      if (write.kind === "create") {
        return mayMeet([write.column], read.columns) && mayMeet(write.assignees, read.assignees);
      }
      if (isItself || (write.kind !== "move" && write.kind !== "touch")) return false;
      if (write.kind === "touch" && isOwnAgent(write.agent, target)) return false;
      return (
        mayMeet(write.kind === "move" ? [write.to] : write.columns, read.columns) &&
        mayMeet(write.assignees, read.assignees)
      );
    case "statusChange":
      return (
        !isItself &&
        write.kind === "move" &&
        mayMeet([write.to], read.columns) &&
        (trigger.from === undefined || mayMeet(write.from, [trigger.from]))
      );
    case "ticketCommentAdded":
      if (write.kind !== "comment") return false;
      if (trigger.authors.includes(write.author)) {
        return (write.isAgent || !isItself) && isNaming(trigger.mentions, write.content);
      }
      return (
        trigger.authors.length === 0 &&
        write.isAgent &&
        !isOwnAgent(write.author, target) &&
        isNaming(trigger.mentions, write.content)
      );
    case "subTicketStatus":
      return !isItself && (write.kind === "move" || (write.kind === "create" && write.hasParent));
    case "gitCommit":
      return !isItself && write.kind === "commit" && !trigger.ignoreAuthors.includes(AGENT_AUTHOR);
    case "boardIdle":
      return !isItself && write.kind === "move" && trigger.idleColumns.includes(write.to);
    default:
      return false;
  }
}

/** The agent the target would start: it does not wake itself. */
function isOwnAgent(agent: string | null, target: Automation): boolean {
  if (agent === null) return false;
  const first = target.actions.find((action) => action.type === "runAgent");
  return first !== undefined && agentsOf(first, placeOf(target)).includes(agent);
}

/** What an agent will write is not known: it may name anybody. */
function isNaming(mentions: string[], content: string | null): boolean {
  return (
    mentions.length === 0 ||
    content === null ||
    mentions.some((slug) => content.includes(`@${slug}`))
  );
}

/** Breadth first, so that the way shown is a short one. */
function shortestLoop(start: number, edges: Edge[][], live: Automation[]): number[] | null {
  let ways: { path: number[]; steps: Edge[] }[] = [{ path: [start], steps: [] }];
  let spent = 0;
  for (let length = 1; length <= LONGEST_LOOP; length += 1) {
    const longer: typeof ways = [];
    for (const { path, steps } of ways) {
      for (const edge of edges[path.at(-1) ?? start] ?? []) {
        spent += 1;
        if (spent > MOST_STEPS) return null;
        const taken = [...steps, edge];
        if (edge.to === start && goesOn(path, taken, live)) return path;
        if (!path.includes(edge.to)) longer.push({ path: [...path, edge.to], steps: taken });
      }
    }
    ways = longer;
  }
  return null;
}

/** Not a way up the tree, and not one that a label ends. */
function goesOn(path: number[], steps: Edge[], live: Automation[]): boolean {
  if (steps.some(({ isUp }) => isUp) && !steps.some(({ isNew }) => isNew)) return false;
  if (steps.some(({ isNew }) => isNew)) return true;
  const members = path.flatMap((index) => live[index] ?? []);
  const sets = (key: "add" | "remove"): Set<string> =>
    new Set(
      members.flatMap(({ actions }) =>
        actions.flatMap((action) =>
          action.type === "setLabels" ? action[key].map((name) => name.toLowerCase()) : [],
        ),
      ),
    );
  const added = sets("add");
  const removed = sets("remove");
  return !members.some(({ conditions }) =>
    conditions.some((node) => {
      if (node.type !== "labels") return false;
      const names = node.labels.map((name) => name.toLowerCase());
      return node.negate
        ? names.some((name) => added.has(name) && !removed.has(name))
        : names.length > 0 && names.every((name) => removed.has(name) && !added.has(name));
    }),
  );
}
