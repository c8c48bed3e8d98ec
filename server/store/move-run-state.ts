import type { RunState } from "#server/contracts/words.ts";
import type { Tx } from "./client.ts";
import type { Prisma } from "./generated/client.ts";

/**
 * One named transition of a run: changes only a run that still has this fence and one of the allowed
 * states. False: another worker owns it, or it is elsewhere already; the caller must look again.
 */
export async function moveRunState(
  tx: Tx,
  run: { id: string; fence: number },
  from: RunState[],
  to: RunState,
  data: Prisma.RunUpdateManyMutationInput = {},
): Promise<boolean> {
  const { count } = await tx.run.updateMany({
    where: { id: run.id, fence: run.fence, state: { in: from } },
    data: { ...data, state: to },
  });
  return count === 1;
}
