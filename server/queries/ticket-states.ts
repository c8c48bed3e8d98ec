import type { OpenQuestion, TicketState } from "#server/contracts/ticket.ts";
import type { ColumnRole, RunOutcome, RunState } from "#server/contracts/words.ts";
import type { DispatchSnapshot, PairFacts } from "#server/core/dispatch/snapshot.ts";
import { ticketState } from "#server/core/run/state-word.ts";
import type { StateFacts, StateRun } from "#server/core/run/state-word.ts";
import type { Database } from "#server/store/client.ts";
import { factsWithOwedFor } from "./candidates.ts";
import { readDispatchSnapshot } from "./dispatch-snapshot.ts";
import { DEFAULT_TRIES } from "./pair-facts.ts";
import { toQuestion } from "./questions.ts";
import { selectedColumns } from "./selected-columns.ts";
import { findWaiting } from "./why.ts";
import type { Waiting } from "./why.ts";

/** A place beyond this one is not told apart. */
const MAX_COMPETITORS = 200;

interface PlaceRow {
  id: number;
  number: number;
  column: string;
  role: ColumnRole;
  enteredColumnAt: Date;
  /** A run is owed to it. */
  isOwed: boolean;
  /** By a person, or not yet begun: it can be taken back. */
  isQueued: boolean;
  holds: { runId: string; group: string; since: string } | null;
  takenOver: { runId: string; agent: string; by: string; since: string } | null;
}

interface RunStateRow {
  ticketId: number;
  id: string;
  agent: string;
  state: RunState;
  outcome: RunOutcome | null;
  createdAt: Date;
  startedAt: Date | null;
  endedAt: Date | null;
  stopRequestedBy: string | null;
  lastAction: string | null;
  error: string | null;
  columnBefore: string | null;
  columnAfter: string | null;
  heldFor: "SLOTS_FULL" | "REDIS_DOWN" | null;
  heldSince: Date | null;
}

/**
 * The one state word of each ticket with its reason (ux 14), by ticket id (row ids); null = nothing to
 * say. A fixed number of statements, whatever the number of tickets.
 */
export async function readTicketStates(
  database: Database,
  project: { id: number },
  ticketIds: number[],
  now: Date,
): Promise<Map<number, TicketState | null>> {
  if (ticketIds.length === 0) return new Map();
  const [places, runs, questions, board] = await Promise.all([
    readPlaces(database, ticketIds),
    readRuns(database, ticketIds),
    readQuestions(database, ticketIds),
    readDispatchSnapshot(database.prisma, project.id, { costsOf: [] }),
  ]);
  const snapshot = { ...board, now };
  const troubled = [...runs.values()].filter(
    (run) => run.state === "ended" && run.outcome !== "completed",
  );
  const asked = await findPossiblyWaiting(database, snapshot, places);
  const tickets = await factsWithOwedFor(database.prisma, snapshot, [
    ...asked,
    ...troubled.map((run) => run.ticketId),
  ]);
  const waiting = findWaiting(
    snapshot,
    asked.flatMap((id) => tickets.get(id) ?? []),
  );
  return new Map(
    places.map((place) => {
      const run = runs.get(place.id) ?? null;
      const pair = run === null ? undefined : tickets.get(place.id)?.ticket.pairs[run.agent];
      const question = questions.get(place.id) ?? null;
      return [
        place.id,
        ticketState(toFacts(place, run, pair, question, waiting.get(place.id), now)),
      ];
    }),
  );
}

function toFacts(
  place: PlaceRow,
  run: RunStateRow | null,
  pair: PairFacts | undefined,
  question: OpenQuestion | null,
  waiting: Waiting | undefined,
  now: Date,
): StateFacts {
  return {
    now,
    columnRole: place.role,
    enteredColumnAt: place.enteredColumnAt,
    question,
    run: run === null ? null : toStateRun(run, place, pair),
    retry: pair?.nextRetryAt
      ? {
          dueAt: pair.nextRetryAt,
          attempt: pair.failures + 1,
          limit: pair.failureLimit ?? DEFAULT_TRIES,
        }
      : null,
    sleep: pair?.sleepsUntil ?? null,
    isStuck: pair?.isStuck ?? false,
    waits: waiting ?? null,
    isQueued: place.isQueued,
    holds: place.holds && { ...place.holds, since: new Date(place.holds.since).toISOString() },
    takenOver: place.takenOver && {
      ...place.takenOver,
      since: new Date(place.takenOver.since),
    },
  };
}

function toStateRun(run: RunStateRow, place: PlaceRow, pair: PairFacts | undefined): StateRun {
  return {
    id: run.id,
    agent: run.agent,
    state: run.state,
    outcome: run.outcome,
    createdAt: run.createdAt,
    startedAt: run.startedAt,
    endedAt: run.endedAt,
    stoppedBy: run.outcome === "stopped" ? run.stopRequestedBy : null,
    lastAction: run.lastAction,
    error: run.error,
    failures: pair?.failures ?? 0,
    held: run.heldFor && run.heldSince && { gate: run.heldFor, since: run.heldSince },
    isCardUnmoved: (run.columnAfter ?? run.columnBefore) === place.column,
  };
}

async function readPlaces(database: Database, ticketIds: number[]): Promise<PlaceRow[]> {
  return database.prisma.$queryRaw<PlaceRow[]>`
    SELECT t."id", t."number", c."name" AS "column", c."role", t."enteredColumnAt",
           EXISTS (SELECT 1 FROM "Firing" f WHERE f."ticketId" = t."id" AND f."state" = 'owed') AS "isOwed",
           EXISTS (SELECT 1 FROM "Firing" f WHERE f."ticketId" = t."id" AND f."state" = 'owed' AND f."cause" IN ('manual', 'message'))
             OR EXISTS (SELECT 1 FROM "Run" r WHERE r."ticketId" = t."id" AND r."state" = 'queued') AS "isQueued",
           (SELECT json_build_object('runId', r."id", 'group', r."groupName", 'since', r."endedAt") FROM "Run" r
             WHERE r."ticketId" = t."id" AND r."holdsGroup" AND r."state" = 'ended' AND r."wakeOn"->>'kind' = 'answer'
               AND NOT EXISTS (SELECT 1 FROM "Run" later WHERE later."ticketId" = r."ticketId" AND later."agent" = r."agent"
                                                           AND later."createdAt" > r."createdAt")
             ORDER BY r."createdAt" DESC LIMIT 1) AS "holds",
           (SELECT json_build_object('agent', s."agent", 'by', s."takenOverBy", 'since', s."takenOverAt", 'runId', (
                     SELECT r."id" FROM "Run" r WHERE r."ticketId" = t."id" AND r."agent" = s."agent"
                      ORDER BY r."createdAt" DESC, r."id" DESC LIMIT 1))
              FROM "AgentSession" s WHERE s."projectId" = t."projectId" AND s."ticketId" = t."id" AND s."takenOverBy" IS NOT NULL
             ORDER BY s."takenOverAt" DESC LIMIT 1) AS "takenOver"
    FROM "Ticket" t JOIN "BoardColumn" c ON c."id" = t."columnId" WHERE t."id" = ANY(${ticketIds}::int[])`;
}

/** Tickets gates are asked about: a rule names their column, or a run is owed; and who competes with them. */
async function findPossiblyWaiting(
  database: Database,
  snapshot: DispatchSnapshot,
  places: PlaceRow[],
): Promise<number[]> {
  const columns = selectedColumns(snapshot.config);
  const ids = places
    .filter((place) => columns.has(place.column) || place.isOwed)
    .map((place) => place.id);
  // Places in a queue count everybody who waits for the group, asked for or not; no group is busy while
  // nothing holds one.
  const isQuiet = snapshot.activeRuns.length === 0 && snapshot.parkedRuns?.length === 0;
  if (ids.length === 0 || isQuiet) return ids;
  const others = await readCompetitors(database, snapshot.project.id, [...columns]);
  return [...new Set([...ids, ...others])];
}

/** Tickets that may wait for a group. */
async function readCompetitors(
  database: Database,
  projectId: number,
  columns: string[],
): Promise<number[]> {
  const rows = await database.prisma.$queryRaw<{ id: number }[]>`
    SELECT t."id" FROM "Ticket" t JOIN "BoardColumn" c ON c."id" = t."columnId"
    WHERE c."projectId" = ${projectId} AND c."name" = ANY(${columns}) AND t."deletedAt" IS NULL
    ORDER BY t."priority" DESC, t."orderKey" COLLATE "C" LIMIT ${MAX_COMPETITORS}`;
  return rows.map((row) => row.id);
}

/** Per ticket the active run, else the newest. */
async function readRuns(
  database: Database,
  ticketIds: number[],
): Promise<Map<number, RunStateRow>> {
  const rows = await database.prisma.$queryRaw<RunStateRow[]>`
    SELECT DISTINCT ON ("ticketId") "ticketId", "id", "agent", "state", "outcome", "createdAt", "startedAt", "endedAt",
           "stopRequestedBy", "lastAction", "error", "columnBefore", "columnAfter", "heldFor", "heldSince"
    FROM "Run" WHERE "ticketId" = ANY(${ticketIds}::int[])
    ORDER BY "ticketId", ("state" <> 'ended') DESC, "createdAt" DESC, "id" DESC`;
  return new Map(rows.map((row) => [row.ticketId, row]));
}

/** Per ticket the oldest question that waits for a person. */
async function readQuestions(
  database: Database,
  ticketIds: number[],
): Promise<Map<number, OpenQuestion>> {
  const rows = await database.prisma.question.findMany({
    where: { ticketId: { in: ticketIds }, state: { in: ["open", "parked"] } },
    include: { ticket: { select: { number: true } } },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
  return new Map(
    rows.flatMap((row) =>
      row.ticketId === null ? [] : [[row.ticketId, toQuestion(row, row.ticket?.number ?? null)]],
    ),
  );
}
