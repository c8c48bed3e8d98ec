import { isDeepStrictEqual } from "node:util";
import type { Actor } from "#server/contracts/actor.ts";
import type { AutomationProblem, ReloadAnswer } from "#server/contracts/automation.ts";
import { parseAutomations } from "#server/core/automation/config.ts";
import { diffAutomations } from "#server/core/automation/diff.ts";
import type { ParsedAutomations } from "#server/core/automation/problem.ts";
import { configWarnings } from "#server/core/automation/warnings.ts";
import { exampleRemarks, runExamples } from "#server/core/simulate/examples.ts";
import { withConfig } from "#server/core/simulate/with-config.ts";
import { sha256Hex } from "#server/lib/ids.ts";
import { automationsPath, readLiveAutomations } from "#server/queries/automations.ts";
import { readDispatchSnapshot } from "#server/queries/dispatch-snapshot.ts";
import { defaultBudgetUsd } from "#server/queries/default-budget.ts";
import { readWarningFacts } from "#server/queries/warning-facts.ts";
import type { FileText } from "#server/queries/automations-file.ts";
import { activityActor, writeActivity } from "#server/store/activity.ts";
import type { Tx } from "#server/store/client.ts";
import { closeActionRows } from "./action-rows.ts";
import { holdLoosenedGuards } from "./hold-loosened-guards.ts";
import type { HeldGuard } from "./hold-loosened-guards.ts";
import { updateAutomationStates } from "./automation-states.ts";
import type { TicketsToStart } from "./automation-states.ts";

export type ApplyInput = {
  projectId: number;
  actor: Actor;
  /** What the file says now; null when there is none. */
  file: FileText | null;
  kind: "automations_loaded" | "automation_switched" | "columns_changed";
  data?: Record<string, unknown>;
  now: Date;
  /** A person's choice at save or switch. */
  starts?: TicketsToStart;
};

export type Applied =
  | { ok: true; answer: ReloadAnswer; isChanged: boolean }
  | { ok: false; problems: AutomationProblem[] };

/**
 * Puts a file's text in force, inside the caller's transaction: last good text, remarks, states of
 * automations, one activity row when anything changed. A text broken as a whole changes only the
 * remarks: the last good one stays in force (rule 34). A person's reload or save accepts looser
 * limits; anybody else's change leaves them as they were (rule 5).
 */
export async function applyAutomations(tx: Tx, input: ApplyInput): Promise<Applied> {
  const { projectId, file, now } = input;
  await tx.$queryRaw`SELECT 1 FROM "AutomationFile" WHERE "projectId" = ${projectId} FOR UPDATE`;
  const before = await tx.automationFile.findUnique({ where: { projectId } });
  const live = await readLiveAutomations(tx, projectId);
  const isPerson = input.actor.kind === "person";
  const text = file?.text ?? (isPerson || !before?.liveText ? "{}" : null);
  const parsed = text === null ? fileGone : await judge(tx, projectId, text);
  if (!parsed.ok) {
    const isChanged = await storeRemarks(tx, input, before, parsed.problems);
    if (isChanged) await note(tx, input, { problems: parsed.problems.length });
    return { ok: false, problems: parsed.problems };
  }
  const kept =
    isPerson || !before?.liveText
      ? { text: text ?? "", held: [] as HeldGuard[] }
      : holdLoosenedGuards(text ?? "", parsed.config, live, defaultBudgetUsd());
  const again = kept.held.length > 0 ? parseAutomations(kept.text) : parsed;
  const config = again.ok ? again.config : parsed.config;
  const facts = await readWarningFacts(tx, projectId);
  const warnings = [...parsed.warnings, ...configWarnings(config, facts)];
  const diff = diffAutomations(live, config);
  const row = {
    path: automationsPath,
    liveText: file === null ? null : kept.text,
    liveHash: file === null ? null : sha256Hex(kept.text),
    seenHash: file?.stamp ?? null,
    problems: [] as object[],
    disabled: parsed.disabled as object[],
  };
  const isChanged =
    before?.liveHash !== row.liveHash ||
    before?.seenHash !== row.seenHash ||
    JSON.stringify(before.problems) !== "[]" ||
    input.starts !== undefined;
  if (isChanged && !(before === null && file === null)) {
    const loadedAt = now;
    await tx.automationFile.upsert({
      where: { projectId },
      create: { projectId, ...row, loadedAt },
      update: { ...row, loadedAt },
    });
    await storeHeld(tx, projectId, kept.held, now);
    await closeActionRows(tx, projectId, [...diff.changed, ...diff.removed], now);
    const data = { ...diff, ...(kept.held.length > 0 ? { held: kept.held } : {}) };
    await updateAutomationStates(tx, {
      projectId,
      config,
      now,
      changed: diff.changed,
      takeRevision: () => note(tx, input, data),
      starts: input.starts,
    });
  }
  return {
    ok: true,
    isChanged,
    answer: { ...diff, disabled: parsed.disabled, warnings, stamp: file?.stamp ?? "" },
  };
}

/** The text as it reads; broken as a whole also when one of its examples comes out otherwise. */
async function judge(tx: Tx, projectId: number, text: string): Promise<ParsedAutomations> {
  const parsed = parseAutomations(text);
  if (!parsed.ok || (parsed.config.tests ?? []).length === 0) return parsed;
  const snapshot = await readDispatchSnapshot(tx, projectId);
  const next = withConfig(snapshot, parsed.config, defaultBudgetUsd());
  const problems = exampleRemarks(text, runExamples(next, parsed.config));
  return problems.length === 0 ? parsed : { ok: false, problems };
}

const fileGone = {
  ok: false as const,
  problems: [
    {
      path: "",
      message: "the file is gone; the last good one stays in force",
      expected: "a file",
      found: "none",
    },
  ],
};

async function note(tx: Tx, input: ApplyInput, data: Record<string, unknown>): Promise<number> {
  return writeActivity(tx, {
    projectId: input.projectId,
    ticket: null,
    actor: activityActor(input.actor),
    kind: input.kind,
    data: { ...data, ...input.data },
  });
}

type FileRow = { seenHash: string | null; problems: unknown };

async function storeRemarks(
  tx: Tx,
  input: ApplyInput,
  before: FileRow | null,
  problems: AutomationProblem[],
): Promise<boolean> {
  const seenHash = input.file?.stamp ?? null;
  // The database keeps keys in an order of its own.
  const stored: unknown = JSON.parse(JSON.stringify(problems));
  const isSame = before?.seenHash === seenHash && isDeepStrictEqual(before.problems, stored);
  if (before !== null && isSame) return false;
  const row = { seenHash, problems: problems as object[] };
  const { projectId } = input;
  await tx.automationFile.upsert({
    where: { projectId },
    create: { projectId, path: automationsPath, ...row },
    update: row,
  });
  return true;
}

/** One open row per project says which limits wait for a person. */
async function storeHeld(tx: Tx, projectId: number, held: HeldGuard[], now: Date): Promise<void> {
  await tx.inboxItem.updateMany({
    where: {
      projectId,
      kind: "guard_loosened",
      closedAt: null,
      data: { path: ["file"], equals: automationsPath },
    },
    data: { closedAt: now },
  });
  if (held.length === 0) return;
  await tx.inboxItem.create({
    data: {
      projectId,
      kind: "guard_loosened",
      data: { file: automationsPath, held },
      createdAt: now,
    },
  });
}
