import type { Database, Tx } from "#server/store/client.ts";

/** Queries run on the process's database or inside a writer's transaction. */
export type Reader = Database | Tx;

/** The Prisma client of either. */
export function clientOf(reader: Reader): Tx {
  return "prisma" in reader ? reader.prisma : reader;
}
