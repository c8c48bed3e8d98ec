import { isLive } from "#server/core/automation/automation.ts";
import type { Automation, AutomationsConfig } from "#server/core/automation/automation.ts";
import { findSelected } from "../queries/candidates.ts";
import type { FoundTicket } from "../store/sql/find-level-candidates.ts";
import type { OverviewProject } from "../store/sql/read-tick-overview.ts";
import type { WorkerContext } from "./context.ts";
import type { Schedule } from "./schedule.ts";

/** A project as the last overview of a tick told it. */
export interface KnownProject extends OverviewProject {
  config: AutomationsConfig;
}

/** A look at one project that began before the overview of its tick was there. */
export interface LookAhead {
  project: KnownProject;
  /** Taken from the schedule already. */
  due: Set<Automation>;
  /** null: it failed, so it has to be asked again. */
  found: Promise<FoundTicket[] | null>;
}

const lastSeen = new WeakMap<WorkerContext, KnownProject[]>();

/** What {@link lookAhead} goes by. */
export function rememberProjects(context: WorkerContext, projects: KnownProject[]): void {
  lastSeen.set(context, projects);
}

/**
 * Most ticks are rung by a change in one project, and their overview says what the last one said: what
 * waits there is asked for beside it, not after it (P-02). Null when not exactly one project is due, by
 * what this process knows. The answer is an advice like every look; a change after it rings again, because
 * the schedule is taken before the question is sent.
 */
export function lookAhead(context: WorkerContext, schedule: Schedule): LookAhead | null {
  const nowMs = context.clock.monotonicMs();
  const looks = (lastSeen.get(context) ?? []).flatMap((project) => {
    const due = dueOf(project, schedule, nowMs);
    return due.length > 0 ? [{ project, due }] : [];
  });
  const [look] = looks;
  if (look === undefined || looks.length > 1) return null;
  const { project, due } = look;
  schedule.taken(project.id, due, nowMs);
  const found = findSelected(context.database.sql, project.id, due.filter(isLive));
  return { project, due: new Set(due), found: found.catch(() => null) };
}

/** What a look took and nobody used is due again, whether it follows the board or only polls. */
export function giveLookBack(schedule: Schedule, look: LookAhead | null): void {
  if (look !== null) schedule.giveBack(look.project.id, [...look.due]);
}

function dueOf({ id, config }: KnownProject, schedule: Schedule, nowMs: number): Automation[] {
  return config.automations.filter((automation) => schedule.isDue(id, automation, nowMs));
}
