import type { Automation } from "#server/core/automation/automation.ts";
import { firingCandidate, levelCandidate } from "#server/core/dispatch/candidates.ts";
import type { Candidate, DispatchSnapshot, TicketFacts } from "#server/core/dispatch/snapshot.ts";
import type { SqlRunner } from "../store/sql-runner.ts";
import { findLevelCandidates } from "../store/sql/find-level-candidates.ts";
import type { FoundTicket, LevelSelection } from "../store/sql/find-level-candidates.ts";
import { readSnapshotWithDue } from "./dispatch-snapshot.ts";
import { readTicketFacts, readTicketsWithOwed } from "./ticket-facts.ts";
import type { FactsScope, TicketWithOwed } from "./ticket-facts.ts";

/** A tick judges at most this many tickets per automation (rule 36). */
const MAX_CANDIDATES = 200;

/** Projects in which more waited at the last look than a tick judges. */
const crowded = new Set<number>();

/** What a tick decides about. */
export interface DueBoard {
  snapshot: DispatchSnapshot;
  /** Owed firings that are due, oldest first. */
  owed: Candidate[];
  /** Tickets the level triggers of the automations that are due may select. */
  level: Candidate[];
}

/** Tickets that the level triggers of these automations may select, by one statement. */
export async function findSelected(
  sql: SqlRunner,
  projectId: number,
  due: Automation[],
): Promise<FoundTicket[]> {
  const selections = due.flatMap(selectionOf);
  const scope = { projectId, selections, limit: MAX_CANDIDATES };
  const isCrowded = crowded.has(projectId);
  const found = await findLevelCandidates(sql, { ...scope, withOldest: isCrowded });
  if (hasFullWindow(found) === isCrowded) return found;
  if (isCrowded) {
    crowded.delete(projectId);
    return found;
  }
  crowded.add(projectId);
  return findLevelCandidates(sql, { ...scope, withOldest: true });
}

function hasFullWindow(found: readonly FoundTicket[]): boolean {
  const counts = new Map<string, number>();
  for (const { automationId } of found) {
    counts.set(automationId, (counts.get(automationId) ?? 0) + 1);
  }
  return [...counts.values()].some((count) => count >= MAX_CANDIDATES);
}

/**
 * One project as a tick looks at it, by two statements whatever the number of tickets: the board with the
 * firings that are due, then the facts of their tickets and of those that were found waiting. An advice:
 * the admission reads again under locks.
 */
export async function readDueBoard(
  sql: SqlRunner,
  projectId: number,
  found: readonly FoundTicket[],
): Promise<DueBoard> {
  const board = await readSnapshotWithDue(sql, projectId, {
    maxDueFirings: MAX_CANDIDATES,
    withRecentStarts: true,
  });
  const { snapshot } = board;
  const facts = await factsFor(sql, snapshot, [
    ...board.due.flatMap(({ ticketId }) => ticketId ?? []),
    ...found.map((one) => one.ticketId),
  ]);
  return {
    snapshot,
    owed: board.due.flatMap(({ ticketId, firing }) => {
      const ticket = ticketId === null ? null : facts.get(ticketId);
      return ticket === undefined ? [] : [firingCandidate(firing, ticket)];
    }),
    level: found.flatMap(({ automationId, ticketId }) => {
      const ticket = facts.get(ticketId);
      return ticket ? [levelCandidate(automationId, ticket)] : [];
    }),
  };
}

/** Facts of tickets as this snapshot's decisions need them. */
export function factsFor(
  sql: SqlRunner,
  snapshot: DispatchSnapshot,
  ticketIds: number[],
): Promise<Map<number, TicketFacts>> {
  return readTicketFacts(sql, scopeOf(snapshot, ticketIds));
}

/** The same with every firing owed to them. */
export function factsWithOwedFor(
  sql: SqlRunner,
  snapshot: DispatchSnapshot,
  ticketIds: number[],
): Promise<Map<number, TicketWithOwed>> {
  return readTicketsWithOwed(sql, scopeOf(snapshot, ticketIds));
}

function scopeOf(snapshot: DispatchSnapshot, ticketIds: number[]): FactsScope {
  return {
    projectId: snapshot.project.id,
    ticketIds: [...new Set(ticketIds)],
    automationIds: snapshot.config.automations.map((automation) => automation.id),
    agents: Object.values(snapshot.members)
      .filter((member) => member.kind === "agent")
      .map((member) => member.slug),
    config: snapshot.config,
    now: snapshot.now,
  };
}

function selectionOf({ id, trigger }: Automation): LevelSelection[] {
  if (trigger.type !== "ticketInColumn" || trigger.columns.length === 0) return [];
  const { columns, assigneeSlug } = trigger;
  return [{ automationId: id, columns, assignee: assigneeSlug ?? null }];
}
