import type { AgentCli } from "#server/contracts/project.ts";
import { agentCliSchema } from "#server/contracts/project.ts";
import type { Database } from "#server/store/client.ts";
import { WORKER_FRESH_MS } from "./machine.ts";

export interface Engine {
  /** A worker's heartbeat is fresh. */
  isAlive: boolean;
  lastTickAt: Date | null;
  /** What the freshest worker found of the agent CLI; null before its first look. */
  claude: AgentCli | null;
  places: { used: number; capacity: number };
}

/** What the workers are doing, on the database's clock. */
export async function readEngine(database: Database): Promise<Engine> {
  const [worker] = await database.prisma.$queryRaw<
    { isFresh: boolean; lastTickAt: Date | null; claude: unknown }[]
  >`
    SELECT "heartbeatAt" > clock_timestamp() - make_interval(secs => ${WORKER_FRESH_MS / 1000}) AS "isFresh", "lastTickAt", "claude"
    FROM "Worker" WHERE "stoppedAt" IS NULL ORDER BY "heartbeatAt" DESC LIMIT 1`;
  const [used, slots] = await Promise.all([
    database.prisma.run.count({ where: { state: { not: "ended" } } }),
    database.prisma.slotPool.findUnique({ where: { id: 1 } }),
  ]);
  const claude = agentCliSchema.safeParse(worker?.claude);
  return {
    isAlive: worker?.isFresh ?? false,
    lastTickAt: worker?.lastTickAt ?? null,
    claude: claude.success ? claude.data : null,
    places: { used, capacity: slots?.capacity ?? 0 },
  };
}
