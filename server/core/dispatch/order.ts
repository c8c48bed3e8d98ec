import type { Candidate, ColumnFacts, DispatchSnapshot } from "./snapshot.ts";

/** A waiting ticket rises one priority per this long (rule 24). */
const PRIORITY_STEP_MS = 2 * 60 * 60_000;

/** Later tickets of the same priority hold a ticket back this long at most (engine.md §3). */
const OVERTAKE_MS = 30 * 60_000;

/** What a person asked for goes first in line (ux.md 35). */
const personCauses = new Set(["manual", "message", "answer", "given_back"]);

interface Ranked {
  candidate: Candidate;
  isFirst: boolean;
  priority: number;
  /** A ticket that came later was started before it more than half an hour ago. */
  isHeldBack: boolean;
  /** Place among the candidates of its column and priority, from 0. */
  place: number;
  sinceMs: number;
  number: number;
  fileIndex: number;
  tieBreak: string;
}

/** Since when a candidate waits: as read, else since its firing, else since it entered the column. */
export function waitingSince(candidate: Candidate, now: Date): Date {
  return (
    candidate.waitingSince ??
    candidate.firing?.createdAt ??
    candidate.ticket?.enteredColumnAt ??
    now
  );
}

/**
 * The order in which candidates get places, groups and money; total, whatever the order they come in:
 * what a person started, by age · priority, one step up per 2 h waited · tickets before which a
 * later one of their priority was started 30 min ago · place within the column (the board's order where
 * it is manual, else waiting time) · waiting time · ticket number · place of the
 * rule in the file (rule 24, ux.md 21). Places of different columns compare as places: the first of
 * every column goes before the second of any.
 */
export function orderCandidates(
  snapshot: DispatchSnapshot,
  candidates: readonly Candidate[],
): Candidate[] {
  const ranked = candidates.map((candidate) => rank(snapshot, candidate));
  setPlaces(snapshot, ranked);
  return ranked.toSorted(compareRanked).map(({ candidate }) => candidate);
}

/**
 * Places in the queue of each group, from 1, in the order in which starts are decided (ux.md 21): one
 * per given entry, null where it waits for no group.
 */
export function queuePlaces(
  snapshot: DispatchSnapshot,
  waiting: readonly { candidate: Candidate; group: string | null }[],
): (number | null)[] {
  const groupOf = new Map(waiting.map(({ candidate, group }) => [candidate, group]));
  const order = orderCandidates(snapshot, [...groupOf.keys()]);
  const counts = new Map<string, number>();
  const placeOf = new Map<Candidate, number>();
  for (const candidate of order) {
    const group = groupOf.get(candidate) ?? null;
    if (group === null) continue;
    const place = (counts.get(group) ?? 0) + 1;
    counts.set(group, place);
    placeOf.set(candidate, place);
  }
  return waiting.map(({ candidate }) => placeOf.get(candidate) ?? null);
}

function rank(snapshot: DispatchSnapshot, candidate: Candidate): Ranked {
  const { ticket, firing } = candidate;
  const since = waitingSince(candidate, snapshot.now);
  const steps = Math.floor((snapshot.now.getTime() - since.getTime()) / PRIORITY_STEP_MS);
  const fileIndex = snapshot.config.automations.findIndex(
    (automation) => automation.id === candidate.automationId,
  );
  const isFirst = personCauses.has(candidate.cause);
  return {
    candidate,
    isFirst,
    priority: isFirst ? 0 : (ticket?.priority ?? 0) + Math.max(0, steps),
    isHeldBack: !isFirst && isHeldBack(snapshot, candidate, since),
    place: 0,
    sinceMs: since.getTime(),
    number: ticket?.number ?? Number.MAX_SAFE_INTEGER,
    fileIndex: fileIndex === -1 ? Number.MAX_SAFE_INTEGER : fileIndex,
    tieBreak: [
      candidate.automationId ?? "",
      candidate.cause,
      candidate.agent ?? "",
      String(firing?.id ?? "").padStart(20, "0"),
    ].join("\n"),
  };
}

/**
 * A later ticket of the same rule, column and priority went first. Measured from that start, so the
 * board's order stays the plan while nothing starts.
 */
function isHeldBack(snapshot: DispatchSnapshot, candidate: Candidate, since: Date): boolean {
  const { ticket, automationId } = candidate;
  return (snapshot.recentStarts ?? []).some(
    (start) =>
      start.automationId === automationId &&
      start.column === ticket?.column &&
      start.priority === ticket.priority &&
      start.waitedSince.getTime() > since.getTime() &&
      snapshot.now.getTime() - start.at.getTime() >= OVERTAKE_MS,
  );
}

function setPlaces(snapshot: DispatchSnapshot, ranked: Ranked[]): void {
  const columns = new Map(snapshot.columns.map((column) => [column.name, column]));
  const queues = new Map<string, Ranked[]>();
  for (const one of ranked) {
    if (one.isFirst || one.candidate.ticket === null) continue;
    const key = `${one.priority}\n${one.candidate.ticket.column}`;
    const queue = queues.get(key);
    if (queue === undefined) queues.set(key, [one]);
    else queue.push(one);
  }
  for (const queue of queues.values()) {
    const column = columns.get(queue[0]?.candidate.ticket?.column ?? "");
    const sorted = queue.toSorted((a, b) => compareInColumn(column, a, b));
    let place = -1;
    let ticketId: number | undefined;
    for (const one of sorted) {
      if (one.candidate.ticket?.id !== ticketId) place += 1;
      ticketId = one.candidate.ticket?.id;
      one.place = place;
    }
  }
}

function compareInColumn(column: ColumnFacts | undefined, a: Ranked, b: Ranked): number {
  const byOrder =
    column?.isManualSort === true
      ? compareText(a.candidate.ticket?.orderKey ?? "", b.candidate.ticket?.orderKey ?? "")
      : 0;
  return byOrder || a.sinceMs - b.sinceMs || a.number - b.number;
}

function compareRanked(a: Ranked, b: Ranked): number {
  return (
    Number(b.isFirst) - Number(a.isFirst) ||
    b.priority - a.priority ||
    Number(b.isHeldBack) - Number(a.isHeldBack) ||
    (a.isHeldBack && b.isHeldBack ? a.sinceMs - b.sinceMs : 0) ||
    a.place - b.place ||
    a.sinceMs - b.sinceMs ||
    a.number - b.number ||
    a.fileIndex - b.fileIndex ||
    compareText(a.tieBreak, b.tieBreak)
  );
}

/** Order keys compare by byte, as in the database. */
function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
