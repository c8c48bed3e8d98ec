/** What people do while a scenario is played, and what it waits for. */
import { answerQuestion } from "#server/commands/answer-question.ts";
import { steerRun } from "#server/commands/steer-run.ts";
import type { Run } from "#server/store/generated/client.ts";
import { waitFor } from "../../wait-for.ts";
import type { Installation } from "../rig/installation.ts";
import { findFaults } from "../rig/invariants.ts";

const WITHIN = { timeoutMs: 40_000, intervalMs: 30 };

/** The newest run once its agent works. */
export function running({ database }: Installation): Promise<Run> {
  return waitFor(() => database.prisma.run.findFirst({ where: { state: "running" } }), {
    ...WITHIN,
    what: "a running agent",
  });
}

/** A run that was admitted and waits for a worker. */
export async function queued({ database }: Installation): Promise<void> {
  await waitFor(() => database.prisma.run.findFirst({ where: { state: "queued" } }), {
    ...WITHIN,
    what: "a queued run",
  });
}

/** Answers the first question that is asked. */
export async function answer({ database, project }: Installation): Promise<void> {
  const question = await waitFor(
    () => database.prisma.question.findFirst({ where: { state: "open" } }),
    { ...WITHIN, what: "a question" },
  );
  await answerQuestion(
    database,
    project.owner,
    {
      projectId: project.project.id,
      runId: question.runId,
      questionId: question.id,
      answer: { labels: { "Which storage shall I use?": "SQLite" } },
    },
    new Date(),
  );
}

/** Writes to the running agent. */
export async function say(board: Installation): Promise<void> {
  const { id } = await running(board);
  await steerRun(
    board.database,
    board.project.owner,
    { projectId: board.project.project.id, runId: id, text: "Keep it short", mode: "now" },
    new Date(),
  );
}

/** Resolves when a run has ended. */
export async function endOne({ database }: Installation, timeoutMs = 60_000): Promise<void> {
  await waitFor(() => database.prisma.run.findFirst({ where: { state: "ended" } }), {
    ...WITHIN,
    timeoutMs,
    what: "the end of a run",
  });
}

/** The end of a run comes before the end of the work on its spool. What never ends is found later. */
export async function waitForArchives(board: Installation): Promise<void> {
  await waitFor(
    async () => (await findFaults(board)).every((fault) => !fault.includes("keeps its raw spool")),
    { timeoutMs: 10_000, intervalMs: 300, what: "the end of all raw spools" },
  ).catch(() => undefined);
}
