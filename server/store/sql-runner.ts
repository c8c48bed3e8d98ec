/**
 * Hand-written SQL without Prisma's engine in between: half the CPU time per statement. What the engine
 * does at every tick, admission, claim and end goes this way; everything else through Prisma.
 */
import type pg from "pg";
import { Prisma } from "./generated/client.ts";
import { createStatementNames } from "./statement-names.ts";

/**
 * Runs a statement: a Prisma client and its transactions are one, and so is a connection of the pool by
 * itself. They differ in how they answer: `bigint` and `numeric` columns must be cast by the statement.
 */
export interface SqlRunner {
  $queryRaw<T = unknown>(
    query: TemplateStringsArray | Prisma.Sql,
    ...values: unknown[]
  ): Promise<T>;
  /** The last statement of a transaction: its end is sent along. Absent: the caller's own way ends it. */
  $queryLast?<T = unknown>(query: Prisma.Sql): Promise<T>;
}

/** Runs what is known to be the last statement of a transaction. */
export function queryLast<T>(sql: SqlRunner, query: Prisma.Sql): Promise<T> {
  return sql.$queryLast ? sql.$queryLast<T>(query) : sql.$queryRaw<T>(query);
}

const nameOf = createStatementNames();

/** Statements on any connection of a pool, or on this one. */
export function createSqlRunner(target: pg.Pool | pg.ClientBase): SqlRunner {
  return {
    async $queryRaw<T>(query: TemplateStringsArray | Prisma.Sql, ...values: unknown[]) {
      const { text, values: given } = "raw" in query ? Prisma.sql(query, ...values) : query;
      const name = nameOf({ sql: text });
      const { rows } = await target.query({ text, values: given, ...(name ? { name } : {}) });
      return rows as T;
    },
  };
}
