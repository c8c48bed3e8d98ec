import { hostname } from "node:os";
import { identityOf } from "../agent/identity.ts";
import type { Database } from "../store/client.ts";

/** Makes this process known as a worker; its fresh heartbeat is what says that the engine lives. */
export async function registerWorker(
  database: Database,
  worker: { id: string; version: string },
): Promise<void> {
  const { bootId, pidNamespace, pid, startTime } = identityOf(process.pid);
  await database.prisma.$executeRaw`
    INSERT INTO "Worker" ("id", "host", "pid", "bootId", "pidNamespace", "processStart", "version", "startedAt", "heartbeatAt")
    VALUES (${worker.id}, ${hostname()}, ${pid}, ${bootId}, ${pidNamespace}, ${String(startTime)}, ${worker.version},
            clock_timestamp(), clock_timestamp())`;
}

/** Says goodbye: the row stays as history, and others may take over its runs at once. */
export async function unregisterWorker(database: Database, workerId: string): Promise<void> {
  await database.prisma.$executeRaw`
    UPDATE "Worker" SET "stoppedAt" = clock_timestamp(), "isDraining" = true WHERE "id" = ${workerId}`;
}

/** Names this installation among others that share a Redis server; the box has made the row. */
export async function readInstallationId(database: Database): Promise<string> {
  const row = await database.prisma.installation.findUnique({ where: { id: 1 } });
  if (row === null) throw new Error("Installation: expected the row of this database, found none");
  return row.instanceId;
}
