/**
 * P-17: how long a write takes with its row in the log, against the same write whose statement leaves
 * the row out and is otherwise the same (revision, notification, locks). Comments are written: of all
 * writes they do least besides. Wall clock, as for whoever waits for the answer.
 */
import { addComment } from "#server/commands/comments.ts";
import { createDatabase } from "#server/store/client.ts";
import type { Database } from "#server/store/client.ts";
import { Prisma } from "#server/store/generated/client.ts";
import { createProjectFixture } from "#server/testing/builders.ts";
import { cloneTemplate, startTestPostgres } from "#server/testing/postgres.ts";
import { judgeRatio } from "../measure/measure.ts";
import type { Measure } from "../measure/measure.ts";
import { measurePairs } from "../measure/pairs.ts";
import { percentile } from "../measure/statistics.ts";
import type { Cleanup } from "../rig/cleanup.ts";

const WRITES = 150;
const RATIO_FLOOR = 1.25;
const ROW = /INSERT INTO "Activity" \([^)]*\)/;

export async function measureActivity(cleanup: Cleanup, pairs: number): Promise<Measure[]> {
  const server = await startTestPostgres();
  cleanup.add(() => server.stop());
  const { url } = await cloneTemplate(server.adminUrl);
  const database = createDatabase(url, { maxConnections: 1 });
  cleanup.add(() => database.close());
  const { project, owner } = await createProjectFixture(database, {
    tickets: [{ title: "Talked about", status: "Todo" }],
  });
  const p50 = async (by: Database): Promise<number> => {
    const timesMs: number[] = [];
    for (let at = 0; at < WRITES; at += 1) {
      const beganMs = performance.now();
      const comment = { projectId: project.id, number: 1, content: `Comment ${at}` };
      await addComment(by, owner, comment, new Date());
      timesMs.push(performance.now() - beganMs);
    }
    return percentile(timesMs, 0.5);
  };
  const countRows = () => database.prisma.activity.count();
  const without = withoutLog(database);
  const samples = await measurePairs({
    pairs,
    warmUp: 1,
    ours: () => p50(database),
    async reference() {
      const before = await countRows();
      const found = await p50(without);
      if ((await countRows()) !== before) throw new Error("expected no row in the log, found some");
      return found;
    },
  });
  return [
    judgeRatio({
      row: "P-17",
      name: "a comment, p50, of the same without its row in the log",
      unit: "ms",
      limit: { kind: "atMost", value: RATIO_FLOOR },
      samples,
    }),
  ];
}

/** The same database, in whose statements the insert of the log is a plain SELECT that nobody reads. */
function withoutLog(database: Database): Database {
  const prisma = database.prisma.$extends({
    query: {
      $queryRaw({ args, query }) {
        const strings = args.strings.map((text) => text.replace(ROW, ""));
        return query(new Prisma.Sql(strings, args.values));
      },
    },
  });
  return { ...database, prisma: prisma as unknown as Database["prisma"] };
}
