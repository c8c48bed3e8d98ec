import type { AutomationsConfig } from "#server/core/automation/automation.ts";
import type { OwedFiring } from "#server/core/dispatch/candidates.ts";
import type { TicketFacts } from "#server/core/dispatch/snapshot.ts";
import type { SqlRunner } from "../store/sql-runner.ts";
import { readTicketRows } from "../store/sql/read-ticket-rows.ts";
import { toOwedFiring } from "./firing-row.ts";
import { buildLoopFacts } from "./loop-facts.ts";
import { buildPairFacts } from "./pair-facts.ts";
import { ticketRowsSchema } from "./ticket-rows.ts";
import type { TicketRow } from "./ticket-rows.ts";

export interface FactsScope {
  projectId: number;
  ticketIds: number[];
  /** Ids of the automations whose last admission matters. */
  automationIds: string[];
  /** Slugs of the agents that could run. */
  agents: string[];
  /** How many tries each automation gives; without it the usual number counts. */
  config?: AutomationsConfig;
  now: Date;
}

/** Where rows of tickets are asked for before it is known what is made of them. */
export interface RowsScope {
  projectId: number;
  ticketIds: number[];
  /** null: the database's clock. */
  now: Date | null;
}

/** A ticket as decisions see it, with what is owed to it. */
export interface TicketWithOwed {
  ticket: TicketFacts;
  owed: OwedFiring[];
}

/**
 * What decisions need to know about these tickets, by one statement whatever their number. Deleted
 * tickets are included (gate TICKET_CLOSED). Keyed by ticket id.
 */
export async function readTicketFacts(
  sql: SqlRunner,
  scope: FactsScope,
): Promise<Map<number, TicketFacts>> {
  return toTicketFacts(await askTicketRows(sql, scope), scope);
}

/** The same together with every firing owed to the tickets, by the same statement. */
export async function readTicketsWithOwed(
  sql: SqlRunner,
  scope: FactsScope,
): Promise<Map<number, TicketWithOwed>> {
  return withOwed(await askTicketRows(sql, scope), scope);
}

/** The rows behind the facts: asked for together with what says how to read them. */
export async function askTicketRows(sql: SqlRunner, scope: RowsScope): Promise<TicketRow[]> {
  if (scope.ticketIds.length === 0) return [];
  return ticketRowsSchema.parse(await readTicketRows(sql, scope));
}

/** What {@link readTicketFacts} answers, of rows that were read before. */
export function toTicketFacts(
  rows: readonly TicketRow[],
  scope: Omit<FactsScope, "ticketIds" | "now">,
): Map<number, TicketFacts> {
  return new Map([...withOwed(rows, scope)].map(([id, { ticket }]) => [id, ticket]));
}

function withOwed(
  rows: readonly TicketRow[],
  scope: Omit<FactsScope, "ticketIds" | "now">,
): Map<number, TicketWithOwed> {
  const triesOf = triesByAutomation(scope.config);
  return new Map(
    rows.map((row) => [
      row.id,
      { ticket: toFacts(row, scope, triesOf), owed: row.owed.map(toOwedFiring) },
    ]),
  );
}

function toFacts(
  row: TicketRow,
  scope: Pick<FactsScope, "automationIds" | "agents">,
  triesOf: Record<string, number>,
): TicketFacts {
  return {
    id: row.id,
    number: row.number,
    title: row.title,
    description: row.description,
    column: row.column,
    orderKey: row.orderKey,
    assignee: row.assignee,
    priority: row.priority,
    labels: row.labels,
    level: row.level,
    parentNumber: row.parentNumber,
    revision: row.revision,
    isDeleted: row.isDeleted,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    enteredColumnAt: row.enteredColumnAt,
    enteredColumnRevision: row.enteredColumnRevision,
    lastMover: row.lastMover,
    beingEditedBy: row.beingEditedBy,
    openBlockers: row.openBlockers,
    creationChain: row.creationChain,
    contract: row.contract ?? null,
    children: row.children
      .filter((child) => !child.isDeleted)
      .map(({ number, column }) => ({ number, column })),
    pairs: buildPairFacts({
      automationIds: scope.automationIds,
      // "" stands for automations that run no agent.
      agents: ["", ...scope.agents],
      triesOf,
      acts: Object.fromEntries(row.acts.map((act) => [act.automationId, act.revision])),
      runs: row.runs,
      touches: row.touches,
      owed: row.owed,
      taken: row.taken,
    }),
    loop: buildLoopFacts(row),
  };
}

function triesByAutomation(config: AutomationsConfig | undefined): Record<string, number> {
  return Object.fromEntries(
    (config?.automations ?? []).flatMap(({ id, trigger }) =>
      trigger.type === "invalid" ? [] : [[id, trigger.maxConsecutiveRuns]],
    ),
  );
}
