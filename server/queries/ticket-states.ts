import type { OpenQuestion, TicketState } from "#server/contracts/ticket.ts";
import type { ColumnRole, RunOutcome, RunState } from "#server/contracts/words.ts";
import type { PairFacts } from "#server/core/dispatch/snapshot.ts";
import { ticketState } from "#server/core/run/state-word.ts";
import type { StateFacts, StateRun } from "#server/core/run/state-word.ts";
import type { Database } from "#server/store/client.ts";
import { readLiveAutomations } from "./automations.ts";
import { toQuestion } from "./questions.ts";
import { selectedColumns } from "./selected-columns.ts";
import { readTicketFacts } from "./ticket-facts.ts";
import { readWaiting } from "./why.ts";
import type { Waiting } from "./why.ts";

/** Tries an agent gets before a person is needed (rule 2). */
const MAX_FAILURES = 5;

/** A place beyond this one is not told apart. */
const MAX_COMPETITORS = 200;

interface PlaceRow {
  id: number;
  number: number;
  column: string;
  role: ColumnRole;
  enteredColumnAt: Date;
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
  const places = await readPlaces(database, ticketIds);
  const [runs, questions, waiting] = await Promise.all([
    readRuns(database, ticketIds),
    readQuestions(database, ticketIds),
    readWaits(database, project.id, places, now),
  ]);
  const troubled = [...runs.values()].filter(
    (run) => run.state === "ended" && run.outcome !== "completed",
  );
  const facts = await readTicketFacts(database.prisma, {
    projectId: project.id,
    ticketIds: troubled.map((run) => run.ticketId),
    automationIds: [],
    agents: [],
    now,
  });
  return new Map(
    places.map((place) => {
      const run = runs.get(place.id) ?? null;
      const pair = run === null ? undefined : facts.get(place.id)?.pairs[run.agent];
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
      ? { dueAt: pair.nextRetryAt, attempt: pair.failures + 1, limit: MAX_FAILURES }
      : null,
    sleep: pair?.sleepsUntil ?? null,
    isStuck: pair?.isStuck ?? false,
    waits: waiting ?? null,
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
    isCardUnmoved: (run.columnAfter ?? run.columnBefore) === place.column,
  };
}

async function readPlaces(database: Database, ticketIds: number[]): Promise<PlaceRow[]> {
  return database.prisma.$queryRaw<PlaceRow[]>`
    SELECT t."id", t."number", c."name" AS "column", c."role", t."enteredColumnAt"
    FROM "Ticket" t JOIN "BoardColumn" c ON c."id" = t."columnId" WHERE t."id" = ANY(${ticketIds}::int[])`;
}

/** Gates are asked only about tickets that could be waiting: a rule names their column, or a run is owed. */
async function readWaits(
  database: Database,
  projectId: number,
  places: PlaceRow[],
  now: Date,
): Promise<Map<number, Waiting>> {
  const [config, owed] = await Promise.all([
    readLiveAutomations(database, projectId),
    database.prisma.firing.findMany({
      where: { state: "owed", ticketId: { in: places.map((place) => place.id) } },
      select: { ticketId: true },
    }),
  ]);
  const columns = selectedColumns(config);
  const owing = new Set(owed.map((firing) => firing.ticketId));
  const ids = places
    .filter((place) => columns.has(place.column) || owing.has(place.id))
    .map((place) => place.id);
  if (ids.length === 0) return new Map();
  // Places in a queue count everybody who waits for the group, asked for or not.
  const others = await readCompetitors(database, projectId, [...columns]);
  return readWaiting(database, projectId, [...new Set([...ids, ...others])], now);
}

/** Tickets that may wait for a group; none while nothing runs, because then no group is busy. */
async function readCompetitors(
  database: Database,
  projectId: number,
  columns: string[],
): Promise<number[]> {
  const rows = await database.prisma.$queryRaw<{ id: number }[]>`
    SELECT t."id" FROM "Ticket" t JOIN "BoardColumn" c ON c."id" = t."columnId"
    WHERE c."projectId" = ${projectId} AND c."name" = ANY(${columns}) AND t."deletedAt" IS NULL
      AND EXISTS (SELECT 1 FROM "Run" r WHERE r."projectId" = ${projectId} AND r."state" <> 'ended')
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
           "stopRequestedBy", "lastAction", "error", "columnBefore", "columnAfter"
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
