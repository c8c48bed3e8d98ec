import { Failure } from "#server/contracts/failure.ts";
import {
  ARCHIVE_AFTER_MS,
  comparable,
  dayOf,
  isFlag,
  isWords,
  parseQuery,
  prioritiesOf,
  statesOf,
} from "#server/contracts/ticket-query.ts";
import type { QueryProblem, QueryToken } from "#server/contracts/ticket-query.ts";
import { priorities } from "#server/contracts/words.ts";
import type { StateWord } from "#server/contracts/words.ts";
import type { Database } from "#server/store/client.ts";
import { Prisma } from "#server/store/generated/client.ts";
import { readDispatchSnapshot } from "./dispatch-snapshot.ts";
import { selectedColumns } from "./selected-columns.ts";
import { readTicketStates } from "./ticket-states.ts";

const live = Prisma.sql`t."deletedAt" IS NULL`;

/** Which tickets of a project a board shows: conditions on `"Ticket" t` and `"BoardColumn" c`. */
export interface TicketScope {
  where: Prisma.Sql;
  withDeleted: boolean;
}

/** True for an archived ticket; over the same two tables. */
export function archivedSql(now: Date): Prisma.Sql {
  const limit = new Date(now.getTime() - ARCHIVE_AFTER_MS);
  return Prisma.sql`(c."role" = 'done' AND t."enteredColumnAt" < ${limit})`;
}

/** What a board shows without a query: neither deleted nor archived tickets. */
export function standardScope(now: Date): TicketScope {
  return { where: Prisma.sql`${live} AND NOT ${archivedSql(now)}`, withDeleted: false };
}

/**
 * The tickets a query asks for. Text is looked for in title, description, comments and summaries of
 * runs, without case. Archived tickets are found by `is:archived` and by their number, deleted ones by
 * `is:deleted`. Throws 422 `QUERY_INVALID` for a token that can not be understood.
 */
export async function readTicketScope(
  database: Database,
  project: { id: number },
  text: string,
  now: Date,
): Promise<TicketScope> {
  const { tokens, problems } = parseQuery(text);
  const [problem] = problems;
  if (problem) throw new Failure(422, "QUERY_INVALID", explainProblem(problem));
  if (tokens.length === 0) return standardScope(now);
  const withDeleted = tokens.some((token) => isFlag(token, "deleted") && !token.isNegated);
  const seesArchived = tokens.some(
    (token) => !token.isNegated && (token.kind === "number" || isFlag(token, "archived")),
  );
  const where = [
    withDeleted ? Prisma.sql`t."deletedAt" IS NOT NULL` : live,
    ...(seesArchived || withDeleted ? [] : [Prisma.sql`NOT ${archivedSql(now)}`]),
    ...tokens.flatMap((token) => {
      const condition = conditionOf(token, project.id, now);
      if (condition === null) return [];
      return [token.isNegated ? Prisma.sql`NOT coalesce(${condition}, false)` : condition];
    }),
  ];
  const asked = tokens.filter((token) => statesOf(token).length > 0);
  if (asked.length > 0) where.push(await stateCondition(database, project, where, asked, now));
  return { where: Prisma.join(where, " AND "), withDeleted };
}

function explainProblem({ kind, word, start }: QueryProblem): string {
  const expected = {
    is: `one of ${isWords.map((name) => `is:${name}`).join(", ")}`,
    priority: `one of ${priorities.map((name) => name.toLowerCase()).join(", ")}`,
    date: "a date such as 2026-01-31",
    number: "a ticket's number",
  }[kind];
  return `q, character ${start + 1}: expected ${expected}, found "${word}"`;
}

/** null for what needs no condition of its own: deleted ones are chosen for the whole query, states later. */
function conditionOf(token: QueryToken, projectId: number, now: Date): Prisma.Sql | null {
  const { kind, value } = token;
  switch (kind) {
    case "number":
      return Prisma.sql`t."number" = ${Number(value)}::int`;
    case "assignee":
      return Prisma.sql`starts_with(lower(t."assignee"), ${value.toLowerCase()})`;
    case "by":
      return Prisma.sql`starts_with(lower(t."createdBy"), ${value.toLowerCase()})`;
    case "priority":
      return Prisma.sql`t."priority" = ANY(${prioritiesOf(value)}::int[])`;
    case "since":
      return Prisma.sql`t."updatedAt" >= ${dayOf(value)}`;
    case "until":
      return Prisma.sql`t."updatedAt" < ${dayOf(value)}`;
    case "column":
      return Prisma.sql`lower(regexp_replace(c."name", '\\s', '', 'g')) = ${comparable(value)}`;
    case "label":
      return Prisma.sql`t."id" IN (SELECT tl."ticketId" FROM "TicketLabel" tl JOIN "Label" l ON l."id" = tl."labelId"
        WHERE l."projectId" = ${projectId} AND lower(regexp_replace(l."name", '\\s', '', 'g')) = ${comparable(value)})`;
    case "is":
      if (isFlag(token, "archived")) return archivedSql(now);
      return isFlag(token, "unassigned") ? Prisma.sql`t."assignee" IS NULL` : null;
    case "text":
      return textCondition(value, projectId);
  }
}

/** Each part alone, so that each uses its own trigram index. */
function textCondition(value: string, projectId: number): Prisma.Sql {
  const pattern = `%${value.replace(/[\\%_]/g, String.raw`\$&`)}%`;
  return Prisma.sql`t."id" IN (
    SELECT x."id" FROM "Ticket" x WHERE x."projectId" = ${projectId} AND x."title" ILIKE ${pattern}
    UNION ALL SELECT x."id" FROM "Ticket" x WHERE x."projectId" = ${projectId} AND x."description" ILIKE ${pattern}
    UNION ALL SELECT k."ticketId" FROM "Comment" k WHERE k."projectId" = ${projectId} AND k."content" ILIKE ${pattern}
    UNION ALL SELECT r."ticketId" FROM "Run" r WHERE r."projectId" = ${projectId} AND r."ticketId" IS NOT NULL AND r."resultText" ILIKE ${pattern})`;
}

/**
 * A state word follows from runs, questions and gates and stands in no row: it is worked out for the
 * tickets that the rest of the query leaves and that may have the word at all.
 */
async function stateCondition(
  database: Database,
  project: { id: number },
  where: Prisma.Sql[],
  asked: QueryToken[],
  now: Date,
): Promise<Prisma.Sql> {
  const wanted = new Set(asked.flatMap(statesOf));
  const rest = Prisma.join(where, " AND ");
  const words = await readStateWords(database, project, rest, now, wanted.has("waits"));
  return Prisma.join(
    asked.map((token) => {
      const meant = statesOf(token);
      const having = [...words].flatMap(([id, word]) => (meant.includes(word) ? [id] : []));
      const has = Prisma.sql`t."id" = ANY(${having}::int[])`;
      return token.isNegated ? Prisma.sql`NOT ${has}` : has;
    }),
    " AND ",
  );
}

/**
 * The state words of the tickets that have one, by ticket id (row ids), of those that `where` leaves
 * (see `TicketScope`). Only what may have a word is looked at; without `withWaiting` the tickets that
 * do nothing but stand in a column an automation watches are not.
 */
export async function readStateWords(
  database: Database,
  project: { id: number },
  where: Prisma.Sql,
  now: Date,
  withWaiting = true,
): Promise<Map<number, StateWord>> {
  const { config } = await readDispatchSnapshot(database.prisma, project.id, { costsOf: [] });
  const rows = await database.prisma.$queryRaw<{ id: number }[]>`
    SELECT t."id" FROM "Ticket" t JOIN "BoardColumn" c ON c."id" = t."columnId"
    WHERE t."projectId" = ${project.id} AND ${where}
      AND (EXISTS (SELECT 1 FROM "Run" r WHERE r."ticketId" = t."id")
        OR EXISTS (SELECT 1 FROM "Firing" f WHERE f."ticketId" = t."id" AND f."state" = 'owed')
        OR EXISTS (SELECT 1 FROM "Question" q WHERE q."ticketId" = t."id" AND q."state" IN ('open', 'parked'))
        OR (${withWaiting} AND c."name" = ANY(${[...selectedColumns(config)]}::text[])))`;
  const ids = rows.map((row) => row.id);
  const states = await readTicketStates(database, project, ids, now);
  return new Map(
    ids.flatMap((id): [number, StateWord][] => {
      const word = states.get(id)?.word;
      return word === undefined ? [] : [[id, word]];
    }),
  );
}
