import type { Actor } from "#server/contracts/actor.ts";
import type { PutAutomations, ReloadAnswer } from "#server/contracts/automation.ts";
import { Failure } from "#server/contracts/failure.ts";
import type { StampConflict } from "#server/contracts/skill.ts";
import { parseAutomations } from "#server/core/automation/config.ts";
import { sha256Hex } from "#server/lib/ids.ts";
import { writeInside } from "#server/lib/inside-folder.ts";
import { automationsPath } from "#server/queries/automations.ts";
import { MAX_AUTOMATIONS_BYTES, readAutomationsFile } from "#server/queries/automations-file.ts";
import type { FileText } from "#server/queries/automations-file.ts";
import type { Database } from "#server/store/client.ts";
import { inTransaction } from "#server/store/transaction.ts";
import { applyAutomations } from "./apply-automations.ts";
import type { ApplyInput } from "./apply-automations.ts";
import { automationsInvalid } from "./load-automations.ts";
import { lockProjectFiles } from "./lock-project-files.ts";
import { withWorkspaceErrors, workspaceOf } from "./workspace-files.ts";

/**
 * Writes automations.json and puts it in force at once. 409 `STAMP_STALE` with both texts when the
 * file changed since the editor read it, 422 when the new text is broken as a whole; in both cases
 * nothing is written. A bare configuration of existing tools carries no stamp and replaces the file.
 */
export async function saveAutomations(
  database: Database,
  projectId: number,
  actor: Actor,
  input: PutAutomations,
  now: Date,
): Promise<ReloadAnswer> {
  const text = textOf(input);
  return replaceAutomations(
    database,
    { projectId, actor, kind: "automations_loaded", now },
    (file) => {
      if ("stamp" in input && isStamp(input.stamp)) refuseStale(file, input.stamp, text);
      return text;
    },
  );
}

function isStamp(value: unknown): value is string | null {
  return value === null || typeof value === "string";
}

function textOf(input: PutAutomations): string {
  if ("text" in input && typeof input.text === "string") return input.text;
  if ("config" in input && typeof input.config === "object") return printConfig(input.config);
  return printConfig(input);
}

function printConfig(config: unknown): string {
  return `${JSON.stringify(config, (key, value: unknown) => (key === "uiTypeKey" ? undefined : value), 2)}\n`;
}

/** 409 when the file is not the one the editor started from. */
export function refuseStale(file: FileText | null, stamp: string | null, mine: string): void {
  if ((file?.stamp ?? null) === stamp) return;
  const details: StampConflict = { mine, theirs: file?.text ?? "", stamp: file?.stamp ?? "" };
  throw new Failure(409, "STAMP_STALE", "the file changed since you opened it", details);
}

type Writing = Omit<ApplyInput, "file">;

/** One save: under the project's file lock, from the text on disk to the new one in force. */
export async function replaceAutomations(
  database: Database,
  writing: Writing,
  edit: (file: FileText | null) => string,
): Promise<ReloadAnswer> {
  return inTransaction(database, async (tx) => {
    await lockProjectFiles(tx, writing.projectId);
    const project = await tx.project.findUniqueOrThrow({ where: { id: writing.projectId } });
    const workspace = workspaceOf(project);
    const before = await withWorkspaceErrors(() => readAutomationsFile(workspace));
    const text = edit(before);
    if (Buffer.byteLength(text) > MAX_AUTOMATIONS_BYTES) {
      throw new Failure(
        413,
        "FILE_TOO_LARGE",
        `automations.json: expected at most ${MAX_AUTOMATIONS_BYTES} bytes`,
      );
    }
    const parsed = parseAutomations(text);
    if (!parsed.ok) throw automationsInvalid(parsed.problems);
    const file = { text, stamp: sha256Hex(text) };
    const applied = await applyAutomations(tx, { ...writing, file });
    if (!applied.ok) throw automationsInvalid(applied.problems);
    // Last, so that a refused row leaves the file as it was; a crash in between is mended by the
    // next look at the file, whose text is then still the old one.
    if (before?.stamp !== file.stamp) {
      await withWorkspaceErrors(() => writeInside(workspace, automationsPath, text));
    }
    return applied.answer;
  });
}
