import { createReadStream } from "node:fs";
import path from "node:path";
import { createGunzip } from "node:zlib";
import { loadEnv } from "../env.ts";
import type { Database } from "../store/client.ts";
import { isThere } from "../lib/is-there.ts";
import { readRunEvents } from "./run.ts";

const PAGE = 500;

/**
 * A run's output in order of its processes: the redacted archive of an ended one, else its stored
 * events as lines. The raw spool is never served (S-17).
 */
export async function* streamRunLog(database: Database, runId: string): AsyncGenerator<Uint8Array> {
  const run = await database.prisma.run.findUniqueOrThrow({
    where: { id: runId },
    select: { processNumber: true },
  });
  for (let n = 1; n <= run.processNumber; n += 1) {
    const archive = path.join(loadEnv().dataDir, "runs", runId, String(n), "stdout.ndjson.gz");
    if (await isThere(archive)) {
      for await (const chunk of createReadStream(archive).pipe(createGunzip()))
        yield chunk as Buffer;
    } else if (n === run.processNumber) {
      yield* eventLines(database, runId);
    }
  }
}

async function* eventLines(database: Database, runId: string): AsyncGenerator<Uint8Array> {
  for (let after = 0; ;) {
    const events = await readRunEvents(database, runId, after, PAGE);
    for (const event of events) yield Buffer.from(`${JSON.stringify(event)}\n`);
    const last = events.at(-1);
    if (!last || events.length < PAGE) return;
    after = last.seq;
  }
}
