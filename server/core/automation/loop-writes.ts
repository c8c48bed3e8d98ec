import type { Automation } from "./automation.ts";
import type { RunAgentAction } from "./actions/registry.ts";

/** Values something may have; null = nothing is known about it. */
export type Known = string[] | null;

/** One thing an automation may do to the board by itself, or through the agent it runs. */
export type Write =
  | { kind: "move"; from: Known; to: string; assignees: Known }
  /** Any other change of the ticket while it is there. `agent`: its doing; null = the rule's own. */
  | { kind: "touch"; columns: Known; assignees: Known; agent: string | null }
  | { kind: "comment"; author: string; isAgent: boolean; content: string | null }
  | { kind: "create"; column: string; assignees: Known; hasParent: boolean }
  | { kind: "commit" };

/** What the analysis knows of the people and agents of a project. */
export interface Cast {
  /** Slugs of agents that may write files: coders, devops and agents without a type. */
  writers: ReadonlySet<string>;
}

/** Where the ticket is and who has it while the actions go by. */
interface Place {
  columns: Known;
  assignees: Known;
  isAfterRun: boolean;
}

/**
 * Everything the actions of an automation write, in their order. An agent is taken to comment on its
 * ticket and, where it may write files, to commit; where it moves the card by itself is not known, and
 * no loop is suspected of it.
 */
export function writesOf(automation: Automation, cast: Cast): Write[] {
  const place: Place = { ...placeOf(automation), isAfterRun: false };
  const isAboutTicket = place.columns?.length !== 0;
  const writes: Write[] = [];
  const touch = (agent: string | null): void => {
    if (!isAboutTicket) return;
    writes.push({ kind: "touch", columns: place.columns, assignees: place.assignees, agent });
  };
  for (const action of automation.actions) {
    switch (action.type) {
      case "runAgent":
        writes.push(...runWrites(action, place, cast));
        if (isAboutTicket) {
          for (const agent of agentsOf(action, place)) {
            touch(agent);
            writes.push({ kind: "comment", author: agent, isAgent: true, content: null });
          }
        }
        place.isAfterRun = true;
        break;
      case "moveTicketStatus":
        if (!isAboutTicket) break;
        writes.push({
          kind: "move",
          from: place.columns,
          to: action.to,
          assignees: place.assignees,
        });
        place.columns = after(place, place.columns, action.to);
        break;
      case "assignTicket": {
        if (!isAboutTicket) break;
        const slug = action.slug ?? "";
        place.assignees = slug.includes("{") ? null : after(place, place.assignees, slug);
        touch(null);
        break;
      }
      case "setLabels":
        touch(null);
        break;
      case "addComment":
        touch(null);
        writes.push({
          kind: "comment",
          author: action.author,
          isAgent: false,
          content: action.content,
        });
        break;
      case "createTicket":
        // A title that stays the same is made once.
        if (action.skipIfExists && !action.title.includes("{")) break;
        writes.push({
          kind: "create",
          column: action.status,
          assignees: action.assignedTo?.includes("{") === true ? null : [action.assignedTo ?? ""],
          hasParent: action.parentId !== undefined,
        });
        break;
      default:
        break;
    }
  }
  return writes;
}

/** The agents a runAgent may start: its own, else those the ticket may be assigned to; "" = any. */
export function agentsOf(action: RunAgentAction, place: Pick<Place, "assignees">): string[] {
  if (action.agent !== "{assignee}") return [action.agent];
  const known = place.assignees?.filter((slug) => slug !== "") ?? [];
  return known.length > 0 ? known : [""];
}

/** Columns and assignees of a ticket that an automation selects; no column = there is no ticket. */
export function placeOf(automation: Automation): { columns: Known; assignees: Known } {
  const { trigger } = automation;
  const asked: Known = automation.conditions.reduce<Known>(
    (columns, node) =>
      node.type === "ticketInColumn" && !node.negate && node.columns.length > 0
        ? both(columns, node.columns)
        : columns,
    null,
  );
  const assigned: Known = automation.conditions.reduce<Known>(
    (slugs, node) =>
      node.type === "assignedTo" && !node.negate && node.slugs.length > 0
        ? both(slugs, node.slugs)
        : slugs,
    null,
  );
  switch (trigger.type) {
    case "ticketInColumn":
      return {
        columns: both(trigger.columns, asked),
        assignees: both(
          trigger.assigneeSlug === undefined ? null : [trigger.assigneeSlug],
          assigned,
        ),
      };
    case "statusChange":
      return { columns: both(one(trigger.to), asked), assignees: assigned };
    case "subTicketStatus":
      return { columns: both(one(trigger.parentColumn), asked), assignees: assigned };
    case "ticketCommentAdded":
      return { columns: asked, assignees: assigned };
    default:
      return { columns: [], assignees: [] };
  }
}

/** Whether two sets of possible values have one in common. */
export function mayMeet(a: Known, b: Known): boolean {
  return a === null || b === null || a.some((value) => b.includes(value));
}

function runWrites(action: RunAgentAction, place: Place, { writers }: Cast): Write[] {
  const mayCommit = agentsOf(action, place).some((agent) => agent === "" || writers.has(agent));
  return mayCommit ? [{ kind: "commit" }] : [];
}

/** After a run an action happens or not, by the outcome. */
function after({ isAfterRun }: Place, before: Known, value: string): Known {
  if (!isAfterRun) return [value];
  return before === null ? null : [...new Set([...before, value])];
}

function one(value: string | undefined): Known {
  return value === undefined ? null : [value];
}

function both(a: Known, b: Known): Known {
  if (a === null || b === null) return a ?? b;
  return a.filter((value) => b.includes(value));
}
