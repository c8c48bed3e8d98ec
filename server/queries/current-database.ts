import { getDatabase } from "#server/store/client.ts";
import type { Database } from "#server/store/client.ts";

export type { Database } from "#server/store/client.ts";

/** The process's database, for routes, which never touch the store themselves. */
export function currentDatabase(): Database {
  return getDatabase();
}
