import type { Automation } from "#server/core/automation/automation.ts";

/**
 * When each automation is looked at next: every `seconds`, and at once after a change on its board
 * unless it says `immediate: false`. In memory only: after a restart everything is due.
 */
export interface Schedule {
  /** A transaction took the project's next revision. */
  hint(projectId: number): void;
  isDue(projectId: number, automation: Automation, nowMs: number): boolean;
  /** These are being looked at now. */
  taken(projectId: number, automations: Automation[], nowMs: number): void;
  /** Whether other tickets wait than at the last look. */
  hasChanged(projectId: number, waiting: number[]): boolean;
}

export function createSchedule(): Schedule {
  const nextMs = new Map<string, number>();
  /** Automations that have not been looked at since the hint. */
  const hints = new Map<number, number>();
  const seenHint = new Map<string, number>();
  const waitingOf = new Map<number, string>();
  const keyOf = (projectId: number, { id, trigger }: Automation) =>
    `${projectId}/${id}/${trigger.type}`;
  return {
    hint: (projectId) => void hints.set(projectId, (hints.get(projectId) ?? 0) + 1),
    isDue(projectId, automation, nowMs) {
      const { trigger } = automation;
      if (!automation.enabled || trigger.type === "invalid") return false;
      const key = keyOf(projectId, automation);
      if ((nextMs.get(key) ?? 0) <= nowMs) return true;
      return trigger.immediate && (seenHint.get(key) ?? 0) < (hints.get(projectId) ?? 0);
    },
    taken(projectId, automations, nowMs) {
      for (const automation of automations) {
        const { trigger } = automation;
        if (trigger.type === "invalid") continue;
        const key = keyOf(projectId, automation);
        nextMs.set(key, nowMs + trigger.seconds * 1_000);
        seenHint.set(key, hints.get(projectId) ?? 0);
      }
    },
    hasChanged(projectId, waiting) {
      const now = [...waiting].sort((a, b) => a - b).join(",");
      const before = waitingOf.get(projectId) ?? "";
      waitingOf.set(projectId, now);
      return now !== before;
    },
  };
}
