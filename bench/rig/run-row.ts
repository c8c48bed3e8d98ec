import type { Database } from "#server/store/client.ts";
import { admitByRule, pretendRunning, pretendWorker } from "#server/worker/fixtures/admission.ts";
import { createEngineProject } from "#server/worker/fixtures/project.ts";
import { codeRule } from "#server/worker/fixtures/workspace.ts";
import type { Cleanup } from "./cleanup.ts";

/** Admitted runs in state `running` with fence 1, each of a project of its own, without any agent. */
export async function createRunRows(
  database: Database,
  cleanup: Cleanup,
  names: string[],
): Promise<string[]> {
  await pretendWorker(database);
  const runIds: string[] = [];
  for (const name of names) {
    const project = await createEngineProject(database, {
      name,
      tickets: [{ title: "Write events", status: "Todo" }],
    });
    cleanup.add(() => project.workspace.remove());
    const [ticket] = project.tickets;
    const admission = await admitByRule(database, project.project.id, ticket?.id ?? 0, codeRule.id);
    if (admission.kind !== "admitted") {
      throw new Error(`${name}: expected a run, found ${JSON.stringify(admission)}`);
    }
    await pretendRunning(database, admission.runId);
    runIds.push(admission.runId);
  }
  return runIds;
}
