import type { Namespace } from "socket.io";
import type { ActivityKind } from "#server/contracts/activity.ts";
import { peopleRoom, projectRoom } from "./rooms.ts";
import type { ProjectRef } from "./rooms.ts";
import { createThrottle } from "./throttle.ts";
import type { Throttle } from "./throttle.ts";

const inboxKinds: ReadonlySet<string> = new Set<ActivityKind>([
  "run_asks",
  "run_answered",
  "run_ended",
  "run_withdrawn",
  "stop_lifted",
  "ticket_moved",
  "ticket_deleted",
  "ticket_restored",
  "firing_settled",
  "automations_loaded",
  "comment_added",
  "comment_edited",
  "comment_deleted",
  "budget_noted",
]);
const budgetKinds: ReadonlySet<string> = new Set<ActivityKind>([
  "run_admitted",
  "run_running",
  "run_ended",
  "project_changed",
  "automations_loaded",
  "budget_noted",
]);
const fleetKinds: ReadonlySet<string> = new Set<ActivityKind>([
  "run_admitted",
  "run_running",
  "run_asks",
  "run_answered",
  "run_ended",
  "project_paused",
  "project_resumed",
]);

/** "Something of this kind changed, fetch it": at most one a second per project and kind. */
export type Signals = {
  /** Activity rows of these kinds were committed. */
  activity(project: ProjectRef, kinds: readonly string[]): void;
  why(project: ProjectRef, tickets: readonly number[]): void;
  budget(project: ProjectRef): void;
  fleet(): void;
  stop(): void;
};

export function createSignals(namespace: Namespace, periodMs = 1_000): Signals {
  const throttles: Throttle<never>[] = [];
  const perProject = <K>(make: (project: ProjectRef) => (keys: K[]) => void) => {
    const known = new Map<number, Throttle<K>>();
    return (project: ProjectRef): Throttle<K> => {
      const found = known.get(project.id) ?? createThrottle<K>(periodMs, make(project));
      if (!known.has(project.id)) throttles.push(found as unknown as Throttle<never>);
      known.set(project.id, found);
      return found;
    };
  };
  const audience = (project: ProjectRef) => namespace.to([peopleRoom, projectRoom(project.id)]);
  const why = perProject<number>((project) => (tickets) => {
    const message = { project: project.slug, tickets: tickets.sort((a, b) => a - b) };
    audience(project).emit("why:changed", message);
  });
  const inbox = perProject<true>((project) => () => {
    audience(project).emit("inbox:changed", { project: project.slug });
  });
  const budget = perProject<true>((project) => () => {
    audience(project).emit("budget:changed", { project: project.slug });
  });
  const fleet = createThrottle<true>(periodMs, () => namespace.emit("fleet:changed", {}));

  return {
    activity(project, kinds) {
      if (kinds.some((kind) => inboxKinds.has(kind))) inbox(project).add(true);
      if (kinds.some((kind) => budgetKinds.has(kind))) budget(project).add(true);
      if (kinds.some((kind) => fleetKinds.has(kind))) fleet.add(true);
    },
    why: (project, tickets) => why(project).add(...tickets),
    budget: (project) => budget(project).add(true),
    fleet: () => fleet.add(true),
    stop() {
      fleet.stop();
      for (const throttle of throttles) throttle.stop();
    },
  };
}
