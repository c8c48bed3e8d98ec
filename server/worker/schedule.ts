import type { Automation } from "#server/core/automation/automation.ts";
import { triggerOf } from "#server/core/automation/triggers/registry.ts";

/**
 * The clock of a suspended machine stands still: a time is looked up in the database again at least
 * this often, ms.
 */
const LONGEST_SLEEP_MS = 60_000;
/** A notification is on its way for less than this, ms: then nobody listened. */
const UNHEARD_MS = 500;

/**
 * When each automation is looked at next: every `seconds`, at the time that its last look named, and at
 * once after a change on its board where its trigger is about the board and it does not say
 * `immediate: false`. In memory only: after a restart everything is due.
 */
export interface Schedule {
  /** Something that decides about the project's starts has changed. */
  hint(projectId: number): void;
  /** A notification: a transaction took this revision. */
  heard(projectId: number, revision: number): void;
  /** An overview: the project has got so far. What no notification tells for a moment is a hint, too. */
  saw(projectId: number, revision: number, nowMs: number): void;
  isDue(projectId: number, automation: Automation, nowMs: number): boolean;
  /** These are being looked at now. */
  taken(projectId: number, automations: Automation[], nowMs: number): void;
  /** A look that was taken and not carried out: these are due at once. */
  giveBack(projectId: number, automations: Automation[]): void;
  /** Looks that are due before their poll period is over, in so many ms, by automation id. */
  wake(
    projectId: number,
    automations: Automation[],
    inMs: Map<string, number>,
    nowMs: number,
  ): void;
  /** In how many ms the next look that lies ahead is due; Infinity: none is known. */
  nextInMs(nowMs: number): number;
  /** Whether other tickets wait than at the last look. */
  hasChanged(projectId: number, waiting: number[]): boolean;
}

export function createSchedule(): Schedule {
  const nextMs = new Map<string, number>();
  /** Automations that have not been looked at since the hint. */
  const hints = new Map<number, number>();
  const seenHint = new Map<string, number>();
  const waitingOf = new Map<number, string>();
  const heardRevision = new Map<number, number>();
  const unheard = new Map<number, { revision: number; sinceMs: number }>();
  const hint = (projectId: number) => void hints.set(projectId, (hints.get(projectId) ?? 0) + 1);
  const keyOf = (projectId: number, automation: Automation) =>
    `${projectId}/${automation.id}/${triggerText(automation)}`;
  return {
    hint,
    heard(projectId, revision) {
      heardRevision.set(projectId, Math.max(revision, heardRevision.get(projectId) ?? 0));
      hint(projectId);
    },
    saw(projectId, revision, nowMs) {
      // Everything is due at the first look.
      if (!heardRevision.has(projectId)) heardRevision.set(projectId, revision);
      const heard = heardRevision.get(projectId) ?? 0;
      const waiting = unheard.get(projectId);
      if (revision <= heard) unheard.delete(projectId);
      else if (waiting === undefined || waiting.revision <= heard)
        unheard.set(projectId, { revision, sinceMs: nowMs });
      else if (nowMs - waiting.sinceMs >= UNHEARD_MS) {
        unheard.delete(projectId);
        heardRevision.set(projectId, revision);
        hint(projectId);
      }
    },
    isDue(projectId, automation, nowMs) {
      const { trigger } = automation;
      if (!automation.enabled || trigger.type === "invalid") return false;
      const key = keyOf(projectId, automation);
      if ((nextMs.get(key) ?? 0) <= nowMs) return true;
      if (!trigger.immediate || triggerOf(trigger)?.followsBoard !== true) return false;
      return (seenHint.get(key) ?? 0) < (hints.get(projectId) ?? 0);
    },
    wake(projectId, automations, inMs, nowMs) {
      for (const automation of automations) {
        const wait = inMs.get(automation.id);
        if (wait === undefined) continue;
        const key = keyOf(projectId, automation);
        const at = nowMs + Math.min(Math.max(0, wait), LONGEST_SLEEP_MS);
        nextMs.set(key, Math.min(at, nextMs.get(key) ?? at));
      }
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
    giveBack(projectId, automations) {
      for (const automation of automations) nextMs.delete(keyOf(projectId, automation));
    },
    nextInMs(nowMs) {
      // What lies behind belongs to automations that are gone or held: a turn at least looks for them.
      const ahead = [...nextMs.values()].filter((at) => at > nowMs);
      return ahead.reduce((soonest, at) => Math.min(soonest, at - nowMs), Infinity);
    },
    hasChanged(projectId, waiting) {
      const now = [...waiting].sort((a, b) => a - b).join(",");
      const before = waitingOf.get(projectId) ?? "";
      waitingOf.set(projectId, now);
      return now !== before;
    },
  };
}

/** A trigger as text: one that was edited is due at once. Configurations are kept, so this is too. */
function triggerText(automation: Automation): string {
  const known = texts.get(automation);
  if (known !== undefined) return known;
  const text = JSON.stringify(automation.trigger);
  texts.set(automation, text);
  return text;
}

const texts = new WeakMap<Automation, string>();
