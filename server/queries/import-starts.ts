import { isLive } from "#server/core/automation/automation.ts";
import { decide } from "#server/core/dispatch/decide.ts";
import type { ImportReport } from "#server/contracts/import.ts";
import type { Database } from "#server/store/client.ts";
import { readLiveAutomations } from "./automations.ts";
import { findSelected, readDueBoard } from "./candidates.ts";

/** So many are enough to see what is coming. */
const MAX_STARTS = 20;

/**
 * What would start first if the project were live now: the dispatcher's own decision on the board as it
 * is. Automations that wait for an event begin at now and are not in it.
 */
export async function readFirstStarts(
  database: Database,
  projectId: number,
): Promise<ImportReport["starts"]> {
  const config = await readLiveAutomations(database, projectId);
  const due = config.automations.filter(isLive);
  const found = await findSelected(database.prisma, projectId, due);
  const { snapshot, owed, level } = await readDueBoard(database.prisma, projectId, found);
  const live = {
    ...snapshot,
    project: { ...snapshot.project, isPaused: false, pausedBy: null, isEverythingPaused: false },
    machine: { ...snapshot.machine, isEngineAlive: true, cliProblem: null },
  };
  const { admissions } = decide(live, [...owed.filter(({ ticket }) => ticket !== null), ...level]);
  return admissions.slice(0, MAX_STARTS).map(({ candidate, request }) => ({
    automation: request.automationName ?? request.automationId ?? "",
    agent: request.agent,
    ticket: candidate.ticket?.number ?? null,
    title: candidate.ticket?.title ?? null,
  }));
}
