import type { Actor } from "#server/contracts/actor.ts";
import type { AutomationProblem, ReloadAnswer } from "#server/contracts/automation.ts";
import { Failure } from "#server/contracts/failure.ts";
import { readAutomationsFile } from "#server/queries/automations-file.ts";
import type { Database } from "#server/store/client.ts";
import { inTransaction } from "#server/store/transaction.ts";
import { applyAutomations } from "./apply-automations.ts";
import { lockProjectFiles } from "./lock-project-files.ts";
import { withWorkspaceErrors, workspaceOf } from "./workspace-files.ts";

/**
 * Reads `.agents/automations.json` and puts it in force; called by a person's reload (which accepts
 * looser limits), by the file watcher and at start (which do not). 422 `AUTOMATIONS_INVALID` with
 * `details.problems` when the file as a whole is refused; the last good text stays (rule 34).
 */
export async function loadAutomations(
  database: Database,
  projectId: number,
  actor: Actor,
  now: Date,
): Promise<ReloadAnswer> {
  const applied = await inTransaction(database, async (tx) => {
    await lockProjectFiles(tx, projectId);
    const project = await tx.project.findUniqueOrThrow({ where: { id: projectId } });
    const workspace = workspaceOf(project);
    const file = await withWorkspaceErrors(() => readAutomationsFile(workspace));
    return applyAutomations(tx, { projectId, actor, file, kind: "automations_loaded", now });
  });
  if (!applied.ok) throw automationsInvalid(applied.problems);
  return applied.answer;
}

export function automationsInvalid(problems: AutomationProblem[]): Failure {
  const [first] = problems;
  const where = first?.line === undefined ? "" : ` line ${first.line}:`;
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : "";
  return new Failure(
    422,
    "AUTOMATIONS_INVALID",
    `automations.json:${where} ${first?.message ?? "invalid"}${more}`,
    { problems },
  );
}
