/** A project as the gateway names it. */
export type ProjectRef = { id: number; slug: string };

/** Everybody who may see every project: owners and members. */
export const peopleRoom = "people";

/** Readers of a run's events that are in step with each other. */
export function runRoom(runId: string): string {
  return `run:${runId}`;
}

/** Readers of a run's state, also while they catch up with its events. */
export function stateRoom(runId: string): string {
  return `state:${runId}`;
}

/** Readers of a board's deltas that are in step with each other. */
export function boardRoom(projectId: number): string {
  return `board:${projectId}`;
}

/** Open boards, also while they catch up: for states and signals, which need no order. */
export function projectRoom(projectId: number): string {
  return `project:${projectId}`;
}
