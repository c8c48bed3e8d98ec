import type { AutomationsConfig } from "#server/core/automation/automation.ts";
import { resolveRunRequest } from "#server/core/automation/resolve.ts";
import { levelCandidate } from "#server/core/dispatch/candidates.ts";
import type { DispatchSnapshot, TicketFacts } from "#server/core/dispatch/snapshot.ts";
import { isPlainStart } from "../commands/prepare-ticket.ts";
import type { FoundTicket } from "../store/sql/find-level-candidates.ts";
import { admitDecided } from "./admit-decided.ts";
import type { Admitted, RunTaker } from "./admit-decided.ts";
import type { WorkerContext } from "./context.ts";
import { noteGates } from "./gate-history.ts";

interface Memory {
  /** The board as this process last saw it, by project. */
  boards: Map<number, DispatchSnapshot>;
  /** Tickets that did not start this way, at this revision: they wait for something else. */
  tried: Map<string, number>;
}

/** More than this are forgotten, which costs one admission that is refused. */
const MAX_TRIED = 20_000;

const memories = new WeakMap<WorkerContext, Memory>();

function memoryOf(context: WorkerContext): Memory {
  const memory = memories.get(context) ?? { boards: new Map(), tried: new Map() };
  memories.set(context, memory);
  return memory;
}

/** For {@link startLone}: names of agents and groups seldom change. */
export function rememberBoard(context: WorkerContext, snapshot: DispatchSnapshot): void {
  memoryOf(context).boards.set(snapshot.project.id, snapshot);
}

/**
 * The short way of a ticket that nobody competes with, which is how a card starts that a person drags:
 * there is no order to decide, so it goes to its admission at once, where all gates are judged under
 * locks. What this process knows of the board only names the rows to lock; an admission that resolves
 * another request than they were locked for starts nothing. Tried once for each revision of a ticket.
 * Null: it has to be looked at like all others.
 */
export async function startLone(
  context: WorkerContext,
  projectId: number,
  config: AutomationsConfig,
  found: FoundTicket,
  starter: RunTaker,
): Promise<Admitted | null> {
  const { boards, tried } = memoryOf(context);
  const board = boards.get(projectId);
  const key = `${projectId}\n${found.automationId}\n${found.ticketId}`;
  if (board === undefined || tried.get(key) === found.revision) return null;
  if (tried.size > MAX_TRIED) tried.clear();
  tried.set(key, found.revision);
  const ticket = sketch(found);
  const candidate = levelCandidate(found.automationId, ticket);
  const request = resolveRunRequest({ ...board, config }, candidate);
  if (request.kind !== "run" || !isPlainStart(candidate, request)) return null;
  const snapshot = { ...board, config };
  const decided = [{ candidate, request, gates: [] }];
  const admitted = await admitDecided(context, snapshot, decided, starter);
  if (admitted.count === 0) return null;
  await noteGates(context, projectId, decided, context.clock.now());
  return admitted;
}

/** What names the group, the agent and the columns of a start; the admission reads the rest. */
function sketch(found: FoundTicket): TicketFacts {
  const { ticketId: id, number, title, column, assignee, priority, revision } = found;
  const { enteredColumnAt } = found;
  return {
    id,
    number,
    title,
    description: "",
    column,
    orderKey: "",
    assignee,
    priority,
    labels: [],
    level: 1,
    parentNumber: null,
    revision,
    isDeleted: false,
    createdAt: enteredColumnAt,
    updatedAt: enteredColumnAt,
    enteredColumnAt,
    beingEditedBy: null,
    openBlockers: [],
    creationChain: 0,
    children: [],
    pairs: {},
  };
}
