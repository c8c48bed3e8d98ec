import type { Actor } from "#server/contracts/actor.ts";
import type { PutAutomations, ReloadAnswer } from "#server/contracts/automation.ts";
import { Failure } from "#server/contracts/failure.ts";
import { startChoiceSchema } from "#server/contracts/simulation.ts";
import type { StartChoice } from "#server/contracts/simulation.ts";
import type { StampConflict } from "#server/contracts/skill.ts";
import { parseAutomations } from "#server/core/automation/config.ts";
import { sha256Hex } from "#server/lib/ids.ts";
import { writeInside } from "#server/lib/inside-folder.ts";
import { automationsPath } from "#server/queries/automations.ts";
import { MAX_AUTOMATIONS_BYTES, readAutomationsFile } from "#server/queries/automations-file.ts";
import type { FileText } from "#server/queries/automations-file.ts";
import type { Database, Tx } from "#server/store/client.ts";
import { inTransaction } from "#server/store/transaction.ts";
import { applyAutomations } from "./apply-automations.ts";
import type { ApplyInput } from "./apply-automations.ts";
import { automationsInvalid } from "./load-automations.ts";
import { settleStarts } from "./settle-starts.ts";
import { lockProjectFiles } from "./lock-project-files.ts";
import { withWorkspaceErrors, workspaceOf } from "./workspace-files.ts";

/**
 * Writes automations.json and puts it in force at once. 409 `STAMP_STALE` with both texts when the
 * file changed since the editor read it, 422 when the new text is broken as a whole; in both cases
 * nothing is written. A bare configuration of existing tools carries no stamp and replaces the file.
 * 409 `ASKS_WHICH_START` with `details.automations` when a rule of the new text newly selects more than
 * three tickets and a person in a browser did not say which of them may start (ux.md 12).
 */
export async function saveAutomations(
  database: Database,
  projectId: number,
  actor: Actor,
  input: PutAutomations,
  now: Date,
): Promise<ReloadAnswer> {
  const text = textOf(input);
  const start = "start" in input ? startChoiceSchema.optional().parse(input.start) : undefined;
  return replaceAutomations(
    database,
    { projectId, actor, kind: "automations_loaded", now },
    { choice: start, mayAsk: "stamp" in input && isInBrowser(actor) },
    (file) => {
      if ("stamp" in input && isStamp(input.stamp)) refuseStale(file, input.stamp, text);
      return text;
    },
  );
}

/** Whoever cannot be asked starts all, as tools and scripts always did. */
export function isInBrowser(actor: Actor): boolean {
  return actor.kind === "person" && actor.via === "cookie";
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

type Writing = Omit<ApplyInput, "file" | "starts">;

/** Which of the tickets that are selected anew may start; asked where that is not said. */
export interface Starting {
  choice: StartChoice | undefined;
  mayAsk: boolean;
  /** With `all`: this rule starts all its tickets, also if it was to start only new ones. */
  takesBack?: string;
}

/**
 * One save: under the project's file lock, from the text on disk to the new one in force. What `edit`
 * writes to the database stands or falls with it.
 */
export async function replaceAutomations(
  database: Database,
  writing: Writing,
  starting: Starting,
  edit: (file: FileText | null, tx: Tx) => string | Promise<string>,
): Promise<ReloadAnswer> {
  return inTransaction(database, async (tx) => {
    await lockProjectFiles(tx, writing.projectId);
    const project = await tx.project.findUniqueOrThrow({ where: { id: writing.projectId } });
    const workspace = workspaceOf(project);
    const before = await withWorkspaceErrors(() => readAutomationsFile(workspace));
    const edited = await edit(before, tx);
    if (Buffer.byteLength(edited) > MAX_AUTOMATIONS_BYTES) {
      throw new Failure(
        413,
        "FILE_TOO_LARGE",
        `automations.json: expected at most ${MAX_AUTOMATIONS_BYTES} bytes`,
      );
    }
    const parsed = parseAutomations(edited);
    if (!parsed.ok) throw automationsInvalid(parsed.problems);
    const { text, starts } = await settleStarts(tx, writing.projectId, starting, {
      text: edited,
      config: parsed.config,
    });
    const file = { text, stamp: sha256Hex(text) };
    const applied = await applyAutomations(tx, { ...writing, file, ...(starts && { starts }) });
    if (!applied.ok) throw automationsInvalid(applied.problems);
    // Last, so that a refused row leaves the file as it was; a crash in between is mended by the
    // next look at the file, whose text is then still the old one.
    if (before?.stamp !== file.stamp) {
      await withWorkspaceErrors(() => writeInside(workspace, automationsPath, text));
    }
    return applied.answer;
  });
}
