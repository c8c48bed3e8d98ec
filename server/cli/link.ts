import pg from "pg";
import { localAddress } from "../box/address.ts";
import { createLoginLink } from "../box/login-link.ts";
import { systemClock } from "../lib/clock.ts";
import type { CommandContext } from "./context.ts";
import { findOwnerId } from "./find-owner.ts";
import { findRunningBox, requireDatabaseUrl } from "./running-box.ts";

/** Prints a fresh login link of the owner: whoever may read the data directory is the owner. */
export async function link(context: CommandContext): Promise<number> {
  const url = await makeOwnerLink(context);
  process.stdout.write(context.isJson ? `${JSON.stringify({ url })}\n` : `${url}\n`);
  return 0;
}

/** A one-time login link of the owner that goes on to the path `next`. */
export async function makeOwnerLink(
  { readEnv }: Pick<CommandContext, "readEnv">,
  next?: string,
): Promise<string> {
  const env = readEnv();
  const box = await findRunningBox(env);
  if (!box && !env.databaseUrl) {
    throw new Error(`nothing runs in ${env.dataDir}; start the board with \`npm start\``);
  }
  const pool = new pg.Pool({ connectionString: await requireDatabaseUrl(env), max: 1 });
  try {
    return await createLoginLink(pool, {
      baseUrl:
        env.publicUrl?.replace(/\/$/, "") ?? box?.address ?? localAddress(env.host, env.port),
      userId: await findOwnerId(pool),
      now: systemClock.now(),
      ...(next === undefined ? {} : { next }),
    });
  } finally {
    await pool.end();
  }
}
