import { noteBudget } from "../commands/note-budget.ts";
import type { Database } from "../store/client.ts";

export interface BudgetWatch {
  /** Looks at every project whose money, cap or calendar day may have changed since the last look. */
  look(): Promise<void>;
}

interface MoneySigns {
  id: number;
  now: Date;
  /** Changes with the configuration in force. */
  liveHash: string | null;
  /** Changes with every booking. */
  booked: string;
  /** Number of the quarter of an hour: in every zone a day begins with one. */
  quarter: number;
}

/**
 * Tells owners about the day's cap, and the engine about a new day: at its beginning everything that
 * waits for money is looked at again at once (rule 28). Needs no memory: after a restart every project
 * is looked at, and what was told before is not told again.
 */
export function createBudgetWatch(
  database: Database,
  onNewDay: (projectId: number) => void,
): BudgetWatch {
  const signs = new Map<number, string>();
  const days = new Map<number, string>();
  return {
    async look() {
      for (const { id, now, ...rest } of await readSigns(database)) {
        const sign = JSON.stringify(rest);
        if (signs.get(id) === sign) continue;
        const { day } = await noteBudget(database, id, now);
        signs.set(id, sign);
        const before = days.get(id);
        days.set(id, day);
        if (before !== undefined && before !== day) onNewDay(id);
      }
    },
  };
}

function readSigns(database: Database): Promise<MoneySigns[]> {
  return database.prisma.$queryRaw<MoneySigns[]>`
    SELECT p."id", clock.now, f."liveHash", floor(EXTRACT(EPOCH FROM clock.now) / 900)::int AS quarter,
           (SELECT COUNT(*) || '/' || COALESCE(MAX(l."id"), 0) FROM "LedgerEntry" l
             WHERE l."projectId" = p."id" AND l."day" >= clock.now::date - 1) AS booked
      FROM "Project" p CROSS JOIN (SELECT clock_timestamp() AS now) AS clock
      LEFT JOIN "AutomationFile" f ON f."projectId" = p."id" ORDER BY p."id"`;
}
