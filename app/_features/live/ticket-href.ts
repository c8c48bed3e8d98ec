import type { FleetRun } from "#server/contracts/fleet.ts";

export function ticketHref(project: string, ticket: number): string {
  return `/p/${encodeURIComponent(project)}/t/${ticket}`;
}

/** The run in its ticket's panel; one without a ticket is in the list of runs. */
export function runHref(run: Pick<FleetRun, "project" | "ticket" | "id">): string {
  return run.ticket === null
    ? "/runs?active=true"
    : `${ticketHref(run.project, run.ticket)}?run=${run.id}`;
}
