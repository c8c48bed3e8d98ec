import type { PlannedAction } from "../automation/plan.ts";
import type { DispatchSnapshot, TicketFacts } from "../dispatch/snapshot.ts";
import { putTicket, touch } from "./board.ts";
import type { SimulatedBoard } from "./board.ts";

/** Places at the end of a column: after every key the board has. */
const END_OF_COLUMN = "~";

/**
 * Does to the simulated board what these actions do to the real one. What leaves the board (commands,
 * requests, memory) has no effect here.
 */
export function applyActions(
  board: SimulatedBoard,
  ticketId: number | null,
  actions: readonly PlannedAction[],
  automationId: string | null,
): void {
  for (const action of actions) {
    const ticket = ticketId === null ? undefined : board.tickets.get(ticketId);
    switch (action.type) {
      case "moveTicketStatus":
        if (ticket !== undefined) moveTicket(board, ticket, action.to, automationId);
        break;
      case "assignTicket":
        if (ticket !== undefined) assign(board, ticket, action.slug, automationId);
        break;
      case "setLabels":
        if (ticket !== undefined) setLabels(board, ticket, action, automationId);
        break;
      case "addComment":
        if (ticket !== undefined) {
          board.comments.push({ ticketId: ticket.id, author: action.author, automationId });
          touch(board, ticket.id, automationId);
        }
        break;
      case "createTicket":
        createTicket(board, action, automationId);
        break;
      default:
        break;
    }
  }
}

function moveTicket(
  board: SimulatedBoard,
  ticket: TicketFacts,
  to: string,
  automationId: string | null,
): void {
  const { snapshot } = board;
  const target = snapshot.columns.find((column) => column.name === to);
  if (target === undefined || ticket.column === to) return;
  touch(board, ticket.id, automationId);
  const before = board.tickets.get(ticket.id) ?? ticket;
  const moved: TicketFacts = {
    ...before,
    column: to,
    orderKey: `${END_OF_COLUMN}${String(board.revision)}`,
    enteredColumnAt: snapshot.now,
    enteredColumnRevision: board.revision,
    updatedAt: snapshot.now,
  };
  putTicket(board, moved);
  board.queues.update(before, moved);
  board.snapshot = {
    ...snapshot,
    columns: snapshot.columns.map((column) => {
      if (column.name === to) return counted(column, ticket.assignee, 1);
      return column.name === ticket.column ? counted(column, ticket.assignee, -1) : column;
    }),
  };
  board.moves.push({ ticketId: ticket.id, from: ticket.column, to, automationId });
  tellParent(board, moved);
  if (target.role === "done") unblock(board, moved.number);
}

function counted(
  column: DispatchSnapshot["columns"][number],
  assignee: string | null,
  by: number,
): DispatchSnapshot["columns"][number] {
  const count = column.count + by;
  if (column.countByAssignee === undefined) return { ...column, count };
  const key = assignee ?? "";
  const of = { ...column.countByAssignee, [key]: (column.countByAssignee[key] ?? 0) + by };
  return { ...column, count, countByAssignee: of };
}

function tellParent(board: SimulatedBoard, child: TicketFacts): void {
  const id = child.parentNumber === null ? undefined : board.idByNumber.get(child.parentNumber);
  const parent = id === undefined ? undefined : board.tickets.get(id);
  if (parent === undefined) return;
  const others = parent.children.filter(({ number }) => number !== child.number);
  const children = [...others, { number: child.number, column: child.column }];
  putTicket(board, { ...parent, children: children.toSorted((a, b) => a.number - b.number) });
}

function unblock(board: SimulatedBoard, blocker: number): void {
  for (const id of board.blockedBy.get(blocker) ?? []) {
    const ticket = board.tickets.get(id);
    if (ticket === undefined) continue;
    const openBlockers = ticket.openBlockers.filter((number) => number !== blocker);
    putTicket(board, { ...ticket, openBlockers });
  }
}

function assign(
  board: SimulatedBoard,
  ticket: TicketFacts,
  slug: string | null,
  automationId: string | null,
): void {
  if (ticket.assignee === slug) return;
  if (slug !== null && board.snapshot.members[slug] === undefined) return;
  touch(board, ticket.id, automationId);
  const { now, columns } = board.snapshot;
  const before = board.tickets.get(ticket.id) ?? ticket;
  const assigned = { ...before, assignee: slug, updatedAt: now };
  putTicket(board, assigned);
  board.queues.update(before, assigned);
  board.snapshot = {
    ...board.snapshot,
    columns: columns.map((column) =>
      column.name === ticket.column
        ? counted(counted(column, ticket.assignee, -1), slug, 1)
        : column,
    ),
  };
}

function setLabels(
  board: SimulatedBoard,
  ticket: TicketFacts,
  change: { add: string[]; remove: string[] },
  automationId: string | null,
): void {
  const gone = new Set(change.remove.map((label) => label.toLowerCase()));
  const kept = ticket.labels.filter((label) => !gone.has(label.toLowerCase()));
  const has = new Set(kept.map((label) => label.toLowerCase()));
  const labels = [...kept, ...change.add.filter((label) => !has.has(label.toLowerCase()))];
  if (labels.join("\n") === ticket.labels.join("\n")) return;
  touch(board, ticket.id, automationId);
  const before = board.tickets.get(ticket.id) ?? ticket;
  putTicket(board, { ...before, labels, updatedAt: board.snapshot.now });
}

function createTicket(
  board: SimulatedBoard,
  action: Extract<PlannedAction, { type: "createTicket" }>,
  automationId: string | null,
): void {
  const { snapshot } = board;
  const column = snapshot.columns.find(({ name }) => name === action.status);
  if (column === undefined) return;
  const isThere = [...board.tickets.values()].some((ticket) => ticket.title === action.title);
  if (action.skipIfExists && isThere) return;
  const parentId = action.parentId === null ? undefined : board.idByNumber.get(action.parentId);
  const parent = parentId === undefined ? undefined : board.tickets.get(parentId);
  const number = Math.max(0, ...board.idByNumber.keys()) + 1;
  board.revision += 1;
  const ticket: TicketFacts = {
    id: -number,
    number,
    title: action.title,
    description: action.description,
    column: action.status,
    orderKey: `${END_OF_COLUMN}${String(board.revision)}`,
    assignee: action.assignedTo,
    priority: action.priority,
    labels: action.labels,
    level: (parent?.level ?? 0) + 1,
    parentNumber: parent?.number ?? null,
    revision: 1,
    isDeleted: false,
    createdAt: snapshot.now,
    updatedAt: snapshot.now,
    enteredColumnAt: snapshot.now,
    enteredColumnRevision: board.revision,
    beingEditedBy: null,
    openBlockers: [],
    creationChain: 0,
    children: [],
    pairs: {},
    loop: { runs: [], automationChanges: 0, sinceRevision: 0 },
  };
  putTicket(board, ticket);
  board.idByNumber.set(number, ticket.id);
  board.queues.update(null, ticket);
  board.snapshot = {
    ...snapshot,
    columns: snapshot.columns.map((one) =>
      one.name === column.name ? counted(one, ticket.assignee, 1) : one,
    ),
  };
  tellParent(board, ticket);
  if (parent !== undefined) touch(board, parent.id, automationId);
}
