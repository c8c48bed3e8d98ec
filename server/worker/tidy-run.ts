import path from "node:path";
import { processDirFor, socketPathFor } from "../agent/process-runtime.ts";
import { archiveSpool, forgetStart } from "../agent/spool-archive.ts";
import { isThere } from "../lib/is-there.ts";
import { createRedactor } from "../lib/redact.ts";
import { describeError } from "../lib/result.ts";
import { secretValues } from "../lib/secret-values.ts";
import type { WorkerContext } from "./context.ts";

interface EndedRun {
  id: string;
  processNumber: number;
  /** The run's token; null once nothing of it is left to be redacted. */
  tokenSecret: string | null;
}

/**
 * After a run's end: its process folders hold nothing raw any more, no spec and no socket (rule 41). Its
 * token is forgotten last, so a run that still has one is to be tidied, whoever dies in between.
 */
export async function tidyRun(context: WorkerContext, run: EndedRun): Promise<void> {
  const token = run.tokenSecret === null ? [] : [run.tokenSecret];
  const redactor = createRedactor([...token, ...secretValues(context)]);
  for (let n = 1; n <= run.processNumber; n += 1) {
    const dir = processDirFor(context.dataDir, run.id, n);
    await forgetStart(dir, socketPathFor(context.dataDir, run.id, n));
    await archiveSpool(dir, redactor);
  }
  await context.database.prisma.run.updateMany({
    where: { id: run.id, state: "ended" },
    data: { tokenSecret: null },
  });
}

/** Tidies what a worker that died after an end left; only where the folders are. */
export async function tidyEnded(context: WorkerContext, signal: AbortSignal): Promise<void> {
  const left = await context.database.prisma.run.findMany({
    where: { state: "ended", tokenSecret: { not: null } },
    select: { id: true, processNumber: true, tokenSecret: true },
  });
  for (const run of left) {
    if (signal.aborted) return;
    if (run.processNumber > 0 && !(await isThere(path.join(context.dataDir, "runs", run.id))))
      continue;
    await tidyRun(context, run).catch((error: unknown) =>
      context.log.warn({ run: run.id, reason: describeError(error) }, "a run could not be tidied"),
    );
  }
}
