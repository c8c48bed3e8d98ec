import { isLive } from "../automation/automation.ts";
import type { Automation } from "../automation/automation.ts";
import { nextIntervalTime } from "../automation/triggers/interval.ts";
import type { SimulatedBoard } from "./board.ts";

const MINUTE_MS = 60_000;

/** Where the ticketless triggers of a simulation stand. */
export interface Clocks {
  /** Next time of each interval automation. */
  nextMs: Map<string, number>;
  /** Ids of boardIdle automations whose edge may come. */
  armed: Set<string>;
  /** Since when their board is idle. */
  idleSinceMs: Map<string, number>;
  lastChangeMs: number;
  /** agentInactivity automations that fired in this period. */
  quiet: Set<string>;
}

/** Clocks at the start; `nextRunAt` = stored times of interval automations. */
export function startClocks(
  board: SimulatedBoard,
  nextRunAt: Readonly<Record<string, Date>>,
): Clocks {
  const { snapshot } = board;
  const nowMs = snapshot.now.getTime();
  const nextMs = new Map<string, number>();
  for (const automation of snapshot.config.automations) {
    const { trigger } = automation;
    if (trigger.type !== "interval" || !isLive(automation)) continue;
    const zone = snapshot.project.isImported ? "UTC" : snapshot.project.timeZone;
    const next =
      nextRunAt[automation.id] ?? nextIntervalTime(trigger, zone, snapshot.now, snapshot.now);
    if (next !== null) nextMs.set(automation.id, Math.max(nowMs, next.getTime()));
  }
  const armed = snapshot.config.automations
    .filter((automation) => isLive(automation) && !isIdle(board, automation))
    .map(({ id }) => id);
  return {
    nextMs,
    armed: new Set(armed),
    idleSinceMs: new Map(),
    lastChangeMs: nowMs,
    quiet: new Set(),
  };
}

/** Times at which a ticketless trigger is to be asked, in ms. */
export function clockTimes(board: SimulatedBoard, clocks: Clocks): number[] {
  const times = [...clocks.nextMs.values()];
  for (const { id, trigger } of board.snapshot.config.automations) {
    if (trigger.type === "agentInactivity" && !clocks.quiet.has(id)) {
      times.push(clocks.lastChangeMs + trigger.minutesIdle * MINUTE_MS);
    }
    const idleSinceMs = clocks.idleSinceMs.get(id);
    if (trigger.type === "boardIdle" && clocks.armed.has(id) && idleSinceMs !== undefined) {
      times.push(idleSinceMs + trigger.minutes * MINUTE_MS);
    }
  }
  return times;
}

/** Owes what the triggers find since they were asked last: moves, comments, times, quiet. */
export function oweOccurrences(board: SimulatedBoard, clocks: Clocks): void {
  const { moves, comments } = board;
  const nowMs = board.snapshot.now.getTime();
  if (moves.length > 0 || comments.length > 0) {
    clocks.lastChangeMs = nowMs;
    clocks.quiet.clear();
  }
  board.moves = [];
  board.comments = [];
  for (const automation of board.snapshot.config.automations) {
    if (!isLive(automation)) continue;
    for (const move of moves)
      if (move.automationId !== automation.id) oweMove(board, automation, move);
    for (const comment of comments) {
      const { trigger, id } = automation;
      const isRead =
        trigger.type === "ticketCommentAdded" &&
        comment.automationId !== id &&
        trigger.authors.some((author) => author.toLowerCase() === comment.author.toLowerCase());
      if (isRead) owe(board, automation, comment.ticketId, nowMs);
    }
    oweByTime(board, automation, clocks);
  }
}

/** A run with a ticket is activity; one without is not (rule 16). */
export function noteRun(board: SimulatedBoard, clocks: Clocks, ticketId: number | null): void {
  if (ticketId === null) return;
  clocks.lastChangeMs = board.snapshot.now.getTime();
  clocks.quiet.clear();
}

function oweMove(
  board: SimulatedBoard,
  automation: Automation,
  move: SimulatedBoard["moves"][number],
): void {
  const { trigger } = automation;
  const nowMs = board.snapshot.now.getTime();
  if (trigger.type === "statusChange") {
    const isFrom = trigger.from === undefined || trigger.from === move.from;
    const isTo = trigger.to === undefined || trigger.to === move.to;
    // Moves of automations do not restart the silence (rule 32).
    if (isFrom && isTo)
      owe(board, automation, move.ticketId, nowMs + trigger.silenceSeconds * 1_000);
  }
  if (trigger.type === "subTicketStatus") {
    const parent = board.tickets.get(move.ticketId)?.parentNumber ?? null;
    const id = parent === null ? undefined : board.idByNumber.get(parent);
    if (id !== undefined) owe(board, automation, id, nowMs);
  }
}

function oweByTime(board: SimulatedBoard, automation: Automation, clocks: Clocks): void {
  const { id, trigger } = automation;
  const { now, project } = board.snapshot;
  const nowMs = now.getTime();
  const due = clocks.nextMs.get(id);
  if (trigger.type === "interval" && due !== undefined && due <= nowMs) {
    owe(board, automation, null, nowMs);
    const zone = project.isImported ? "UTC" : project.timeZone;
    const next = nextIntervalTime(trigger, zone, new Date(due), now);
    if (next === null) clocks.nextMs.delete(id);
    else clocks.nextMs.set(id, next.getTime());
  }
  if (trigger.type === "agentInactivity" && !clocks.quiet.has(id)) {
    if (clocks.lastChangeMs + trigger.minutesIdle * MINUTE_MS > nowMs) return;
    clocks.quiet.add(id);
    owe(board, automation, null, nowMs);
  }
  if (trigger.type === "boardIdle") {
    if (!isIdle(board, automation)) {
      clocks.idleSinceMs.delete(id);
      if (board.snapshot.columns.some(isOutside(trigger.idleColumns))) clocks.armed.add(id);
      return;
    }
    const idleSinceMs = clocks.idleSinceMs.get(id) ?? nowMs;
    clocks.idleSinceMs.set(id, idleSinceMs);
    if (!clocks.armed.has(id) || idleSinceMs + trigger.minutes * MINUTE_MS > nowMs) return;
    clocks.armed.delete(id);
    owe(board, automation, null, nowMs);
  }
}

function isIdle(board: SimulatedBoard, { trigger }: Automation): boolean {
  if (trigger.type !== "boardIdle") return false;
  const { columns, activeRuns } = board.snapshot;
  const hasTickets = columns.some((column) => column.count > 0);
  return hasTickets && activeRuns.length === 0 && !columns.some(isOutside(trigger.idleColumns));
}

function isOutside(idleColumns: readonly string[]) {
  return (column: { name: string; count: number }): boolean =>
    column.count > 0 && !idleColumns.includes(column.name);
}

/** At most one owed firing per automation and ticket (rule 1). */
function owe(
  board: SimulatedBoard,
  automation: Automation,
  ticketId: number | null,
  dueMs: number,
): void {
  const isOwed = board.owed.some(
    (one) =>
      one.automationId === automation.id &&
      one.cause === "trigger" &&
      (one.ticket?.id ?? null) === ticketId,
  );
  if (isOwed) return;
  board.nextId += 1;
  board.version += 1;
  board.owed.push({
    automationId: automation.id,
    ticket: ticketId === null ? null : (board.tickets.get(ticketId) ?? null),
    cause: "trigger",
    agent: null,
    isForced: false,
    firing: {
      id: -board.nextId,
      dueAt: new Date(dueMs),
      createdAt: board.snapshot.now,
      failures: 0,
      payload: {},
      requestedBy: null,
    },
  });
}
