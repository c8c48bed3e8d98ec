import { isLive } from "../automation/automation.ts";
import type { Automation } from "../automation/automation.ts";
import { triggerOf } from "../automation/triggers/registry.ts";
import type { DispatchSnapshot, TicketFacts } from "../dispatch/snapshot.ts";

/**
 * For each level automation the tickets its trigger selects, in the order in which the engine looks at
 * them: priority, then place in the column. Keeps a window of 200 cheap on a board of 10,000.
 */
export interface LevelQueues {
  /** Live level automations, in file order. */
  automations: readonly Automation[];
  of(automationId: string): readonly Place[];
  /** A ticket came, moved or changed its assignee. */
  update(before: TicketFacts | null, after: TicketFacts): void;
}

export type Place = Pick<TicketFacts, "id" | "priority" | "orderKey">;

export function createLevelQueues(
  snapshot: DispatchSnapshot,
  tickets: readonly TicketFacts[],
): LevelQueues {
  const automations = snapshot.config.automations.filter(
    (automation) => isLive(automation) && triggerOf(automation.trigger)?.kind === "level",
  );
  const sorted = tickets.toSorted(comparePlaces);
  const queues = new Map<string, Place[]>(
    automations.map((automation) => [
      automation.id,
      sorted.filter((ticket) => isSelected(snapshot, automation, ticket)),
    ]),
  );
  return {
    automations,
    of: (automationId) => queues.get(automationId) ?? [],
    update(before, after) {
      for (const automation of automations) {
        const queue = queues.get(automation.id) ?? [];
        const at = before === null ? -1 : queue.findIndex(({ id }) => id === before.id);
        if (at !== -1) queue.splice(at, 1);
        if (isSelected(snapshot, automation, after)) {
          queue.splice(indexFor(queue, after), 0, after);
        }
      }
    },
  };
}

function isSelected(
  snapshot: DispatchSnapshot,
  automation: Automation,
  ticket: TicketFacts,
): boolean {
  const definition = triggerOf(automation.trigger);
  if (definition === null || ticket.isDeleted) return false;
  if (!definition.columns(automation.trigger).includes(ticket.column)) return false;
  const facts = { snapshot, ticket, firing: null };
  return definition.mismatches(automation.trigger, facts).length === 0;
}

function comparePlaces(a: Place, b: Place): number {
  if (a.priority !== b.priority) return b.priority - a.priority;
  if (a.orderKey !== b.orderKey) return a.orderKey < b.orderKey ? -1 : 1;
  return a.id - b.id;
}

/** Where it belongs, by halving. */
function indexFor(queue: readonly Place[], place: Place): number {
  let low = 0;
  let high = queue.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = queue[middle];
    if (other !== undefined && comparePlaces(other, place) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
