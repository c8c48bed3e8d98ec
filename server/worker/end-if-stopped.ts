import { failedStart } from "./follow-process.ts";
import type { ProcessEnd } from "./follow-process.ts";
import type { Charge } from "./supervise.ts";

/**
 * The end of a run that somebody stopped before its agent was there; null: nobody did. A stop wins over
 * a start that failed meanwhile: its card stays and nothing is tried again (runs.md §4).
 */
export async function endIfStopped({ context, run }: Charge): Promise<ProcessEnd | null> {
  const { stopRequestedAt, stopRequestedBy } = await context.database.prisma.run.findUniqueOrThrow({
    where: { id: run.id },
    select: { stopRequestedAt: true, stopRequestedBy: true },
  });
  return stopRequestedAt === null ? null : stoppedStart(stopRequestedBy);
}

/** `by`: who asked for it. */
export function stoppedStart(by: string | null): ProcessEnd {
  const end = failedStart(`stopped by ${by ?? "system"}`);
  return { ...end, ending: { ...end.ending, outcome: "stopped" } };
}
