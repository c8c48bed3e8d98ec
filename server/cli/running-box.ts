import { findEmbeddedUrl } from "../box/database.ts";
import { describeDataFolder } from "../box/data-folder.ts";
import { findHolder } from "../box/instance-lock.ts";
import type { Holder } from "../box/instance-lock.ts";
import type { Env } from "../env.ts";

/** The box that holds the configured data directory, or `null`. */
export function findRunningBox(env: Env): Promise<Holder | null> {
  return findHolder(describeDataFolder(env.dataDir).lockFile);
}

/** The running board's database; throws when nothing can be running. */
export async function requireDatabaseUrl(env: Env): Promise<string> {
  const url = env.databaseUrl ?? (await findEmbeddedUrl(describeDataFolder(env.dataDir)));
  if (url) return url;
  throw new Error(`nothing runs in ${env.dataDir}; start the board with \`npm start\``);
}
