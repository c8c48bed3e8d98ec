import type { PromptCause } from "#server/core/prompt/prompt.ts";
import type { Database } from "../store/client.ts";
import { childrenCause, dependencyCauses } from "./causes/ended-tickets.ts";
import { readMissing } from "./causes/missing.ts";
import { commentCauses } from "./causes/new-comments.ts";
import type { ClaimedRun } from "./claimed-run.ts";
import { harnessOf } from "./harness.ts";

/** What a pause is called to the agent, by what it waited for. */
const pauses: Record<string, string> = {
  limit: "the account's limit",
  lost: "the machine went away",
  budget: "the day's budget",
  answer: "an open question",
  children: "its sub-tickets",
};

/** Ends that are no early end. */
const restful = new Set(["completed", "stopped"]);

/**
 * What a run is told about why it works on (rule 31): from what its firing collected, and from what
 * happened since `since`, the activity its session was told about last (null: nothing is known).
 * `delimiter` frames what other tickets and agents wrote.
 */
export async function resumeCauses(
  database: Database,
  run: ClaimedRun,
  since: bigint | null,
  delimiter: string,
): Promise<PromptCause[]> {
  const payload = (run.firing?.payload ?? {}) as Record<string, unknown>;
  return [
    ...directWords(run),
    ...(await commentCauses(database, run, since)),
    ...(since === null ? [] : await childrenCause(database, run, since, delimiter)),
    ...(since === null ? [] : await dependencyCauses(database, run, since)),
    ...(await retryCauses(database, run, payload)),
    ...(run.cause === "wake" ? [wokenCause(payload)] : []),
    ...(run.cause === "given_back" ? [{ kind: "given_back" as const }] : []),
  ];
}

/** What a person said to this agent itself; it stands nowhere else, so every prompt carries it. */
export function directWords(run: ClaimedRun): PromptCause[] {
  const payload = (run.firing?.payload ?? {}) as Record<string, unknown>;
  const { note, noteBy } = harnessOf(run);
  return [
    ...(note === undefined
      ? []
      : [{ kind: "message" as const, name: noteBy ?? "Somebody", text: note }]),
    ...listOf<{ actor: string; text: string }>(payload["messages"]).map((message): PromptCause => ({
      kind: "message",
      name: message.actor,
      text: message.text,
    })),
    ...listOf<{ question: string; answer: string }>(payload["answers"]).map(
      ({ question, answer }): PromptCause => ({ kind: "answer", question, answer }),
    ),
  ];
}

/** The engine's own retry, and a person's "Try again" of a run that ended early. */
async function retryCauses(
  database: Database,
  run: ClaimedRun,
  payload: Record<string, unknown>,
): Promise<PromptCause[]> {
  const previousRunId = run.previousRunId ?? textOf(payload["previousRunId"]);
  if (run.cause !== "retry" && run.cause !== "manual") return [];
  const previous = await database.prisma.run.findFirst({
    where: { id: previousRunId, projectId: run.projectId },
    select: { outcome: true, agent: true },
  });
  // Another agent takes over: the run that ended early was not its own.
  if (previous !== null && previous.agent !== run.agent) return [];
  const outcome = previous?.outcome ?? textOf(payload["outcome"]);
  if (run.cause === "manual" && (outcome === "" || restful.has(outcome))) return [];
  const missing = previous === null ? [] : await readMissing(database, run, previousRunId);
  return [{ kind: "retry", outcome: outcome || "failed", missing }];
}

function wokenCause(payload: Record<string, unknown>): PromptCause {
  const reason = textOf(payload["reason"]);
  return { kind: "woken", reason: pauses[reason] ?? (reason || "a pause") };
}

function listOf<T>(value: unknown): T[] {
  return Array.isArray(value) ? (value as T[]) : [];
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
