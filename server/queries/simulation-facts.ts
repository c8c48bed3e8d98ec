import type { AutomationsConfig } from "#server/core/automation/automation.ts";
import { triggerOf } from "#server/core/automation/triggers/registry.ts";
import { firingCandidate } from "#server/core/dispatch/candidates.ts";
import type { Candidate, DispatchSnapshot, TicketFacts } from "#server/core/dispatch/snapshot.ts";
import type { RunRecords } from "#server/core/simulate/estimate.ts";
import type { FiringCause } from "#server/contracts/words.ts";
import type { Tx } from "../store/client.ts";
import { findColumnWindows } from "../store/sql/find-column-windows.ts";
import { readRunRecords } from "../store/sql/read-run-records.ts";
import { factsFor } from "./candidates.ts";
import { readDispatchSnapshot } from "./dispatch-snapshot.ts";
import { toOwedFiring } from "./firing-row.ts";

/** Owed firings a simulation begins with. */
const MAX_OWED = 500;

/** Everything a simulation of a project begins with, whichever configuration it runs. */
export interface SimulationFacts {
  /** With the configuration in force. */
  snapshot: DispatchSnapshot;
  tickets: TicketFacts[];
  owed: Candidate[];
  records: RunRecords;
  nextRunAt: Record<string, Date>;
}

/**
 * The live board as a simulation of this configuration (or of the one in force) sees it: the first
 * `perColumn` tickets of every column that a level trigger of either names, and those that firings and
 * active runs are about. Reads only.
 */
export async function readSimulationFacts(
  tx: Tx,
  projectId: number,
  edited: AutomationsConfig,
  perColumn: number,
): Promise<SimulationFacts> {
  const snapshot = await readDispatchSnapshot(tx, projectId, { counts: "all" });
  const known = new Set(snapshot.config.automations.map(({ id }) => id));
  const both = [
    ...snapshot.config.automations,
    ...edited.automations.filter(({ id }) => !known.has(id)),
  ];
  const columns = [snapshot.config, edited].flatMap(({ automations }) =>
    automations.flatMap(({ trigger }) => {
      const definition = triggerOf(trigger);
      return definition?.kind === "level" ? definition.columns(trigger) : [];
    }),
  );
  const firings = await tx.firing.findMany({
    where: { projectId, state: "owed" },
    orderBy: [{ dueAt: "asc" }, { id: "asc" }],
    take: MAX_OWED,
  });
  const windowed = await findColumnWindows(tx, {
    projectId,
    columns: [...new Set(columns)],
    limit: perColumn,
  });
  const facts = await factsFor(tx, { ...snapshot, config: { ...edited, automations: both } }, [
    ...windowed,
    ...firings.flatMap(({ ticketId }) => ticketId ?? []),
    ...snapshot.activeRuns.flatMap(({ ticketId }) => ticketId ?? []),
  ]);
  const states = await tx.automationState.findMany({
    where: { projectId, nextRunAt: { not: null } },
    select: { automationId: true, nextRunAt: true },
  });
  const records = await readRunRecords(tx, projectId);
  return {
    snapshot,
    tickets: [...facts.values()],
    owed: firings.flatMap((row) => {
      const ticket = row.ticketId === null ? null : facts.get(row.ticketId);
      if (ticket === undefined) return [];
      const firing = toOwedFiring({
        ...row,
        id: Number(row.id),
        cause: row.cause as FiringCause,
        payload: row.payload as Record<string, unknown>,
      });
      return [firingCandidate(firing, ticket)];
    }),
    records: Object.fromEntries(records.map(({ agent, ...record }) => [agent, record])),
    nextRunAt: Object.fromEntries(
      states.flatMap(({ automationId, nextRunAt }) =>
        nextRunAt === null ? [] : [[automationId, nextRunAt]],
      ),
    ),
  };
}
