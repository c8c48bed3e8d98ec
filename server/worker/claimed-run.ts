import type { Prisma } from "../store/generated/client.ts";
import type { Database } from "../store/client.ts";

const include = {
  project: true,
  ticket: { include: { column: { select: { name: true } } } },
  firing: { select: { payload: true } },
  reservation: { select: { amountUsd: true } },
} satisfies Prisma.RunInclude;

/** A run with what its worker needs about its surroundings. */
export type ClaimedRun = Prisma.RunGetPayload<{ include: typeof include }>;

export async function readClaimedRun(
  database: Database,
  runId: string,
): Promise<ClaimedRun | null> {
  return database.prisma.run.findUnique({ where: { id: runId }, include });
}
