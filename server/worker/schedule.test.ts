import { describe, expect, it } from "vitest";
import { parseAutomations } from "#server/core/automation/config.ts";
import type { Automation } from "#server/core/automation/automation.ts";
import { createSchedule } from "./schedule.ts";

function automationOn(trigger: object): Automation {
  const parsed = parseAutomations(
    JSON.stringify({ automations: [{ id: "a", trigger, actions: [] }] }),
  );
  const automation = parsed.ok ? parsed.config.automations[0] : undefined;
  if (!automation || automation.disabledReason) throw new Error("expected a live automation");
  return automation;
}

const level = automationOn({ type: "ticketInColumn", columns: ["Todo"], seconds: 30 });

/** A schedule on which this automation was looked at at 0 ms. */
function lookedAt(automation: Automation) {
  const schedule = createSchedule();
  expect(schedule.isDue(1, automation, 0)).toBe(true);
  schedule.taken(1, [automation], 0);
  return schedule;
}

describe("the schedule", () => {
  it("is due after the poll period", () => {
    const schedule = lookedAt(level);
    expect(schedule.isDue(1, level, 29_999)).toBe(false);
    expect(schedule.isDue(1, level, 30_000)).toBe(true);
  });

  it("is due at once after a change of its board, and once", () => {
    const schedule = lookedAt(level);
    schedule.hint(2);
    expect(schedule.isDue(1, level, 1)).toBe(false);
    schedule.hint(1);
    expect(schedule.isDue(1, level, 1)).toBe(true);
    schedule.taken(1, [level], 1);
    expect(schedule.isDue(1, level, 2)).toBe(false);
  });

  it("is due when its board got further and no notification said so for a moment", () => {
    const schedule = lookedAt(level);
    schedule.saw(1, 5, 0);
    schedule.saw(1, 6, 1_000);
    expect(schedule.isDue(1, level, 1_000)).toBe(false);
    schedule.saw(1, 7, 1_499);
    expect(schedule.isDue(1, level, 1_499)).toBe(false);
    schedule.saw(1, 7, 1_500);
    expect(schedule.isDue(1, level, 1_500)).toBe(true);
    schedule.taken(1, [level], 1_500);
    schedule.saw(1, 7, 9_000);
    schedule.saw(1, 7, 19_000);
    expect(schedule.isDue(1, level, 19_000)).toBe(false);
  });

  it("leaves it to the notification that comes in time", () => {
    const schedule = lookedAt(level);
    schedule.saw(1, 5, 0);
    schedule.saw(1, 6, 1_000);
    schedule.heard(1, 6);
    schedule.taken(1, [level], 1_100);
    schedule.saw(1, 7, 1_600);
    expect(schedule.isDue(1, level, 1_600)).toBe(false);
    schedule.heard(1, 7);
    expect(schedule.isDue(1, level, 1_700)).toBe(true);
  });

  it.each([
    { type: "ticketInColumn", columns: ["Todo"], immediate: false },
    { type: "interval", seconds: 3600 },
    { type: "gitCommit" },
    { type: "agentInactivity" },
  ])("does not follow changes of the board for %o", (trigger) => {
    const automation = automationOn(trigger);
    const schedule = lookedAt(automation);
    schedule.hint(1);
    expect(schedule.isDue(1, automation, 1)).toBe(false);
  });

  it("is due at once again when a look was not carried out, also where it only polls", () => {
    const polling = automationOn({ type: "interval", seconds: 3600 });
    const schedule = lookedAt(polling);
    expect(schedule.isDue(1, polling, 1)).toBe(false);
    schedule.giveBack(1, [polling]);
    expect(schedule.isDue(1, polling, 1)).toBe(true);
  });

  it("knows when the next look is due, and forgets what lies behind", () => {
    expect(createSchedule().nextInMs(0)).toBe(Infinity);
    const schedule = lookedAt(level);
    expect(schedule.nextInMs(29_990)).toBe(10);
    expect(schedule.nextInMs(30_000)).toBe(Infinity);
    schedule.wake(1, [level], new Map([["a", 500]]), 30_000);
    expect(schedule.nextInMs(30_100)).toBe(Infinity);
    schedule.taken(1, [level], 30_000);
    schedule.wake(1, [level], new Map([["a", 500]]), 30_000);
    expect(schedule.nextInMs(30_100)).toBe(400);
  });

  it("is due at the time that the last look named, before the poll period", () => {
    const hourly = automationOn({ type: "interval", seconds: 3600 });
    const schedule = lookedAt(hourly);
    schedule.wake(1, [hourly], new Map([["a", 5_000]]), 0);
    expect(schedule.isDue(1, hourly, 4_999)).toBe(false);
    expect(schedule.isDue(1, hourly, 5_000)).toBe(true);
  });

  it("looks again within a minute at a time that is far away", () => {
    const nightly = automationOn({ type: "interval", cron: "0 3 * * *", seconds: 86_400 });
    const schedule = lookedAt(nightly);
    schedule.wake(1, [nightly], new Map([["a", 40_000_000]]), 0);
    expect(schedule.isDue(1, nightly, 59_999)).toBe(false);
    expect(schedule.isDue(1, nightly, 60_000)).toBe(true);
  });

  it("never looks later than the poll period because a time is far away", () => {
    const idle = automationOn({ type: "boardIdle", seconds: 10, minutes: 30 });
    const schedule = lookedAt(idle);
    schedule.wake(1, [idle], new Map([["a", 1_800_000]]), 0);
    expect(schedule.isDue(1, idle, 10_000)).toBe(true);
  });

  it("is due at once when its trigger was edited", () => {
    const schedule = lookedAt(automationOn({ type: "interval", seconds: 3600 }));
    expect(schedule.isDue(1, automationOn({ type: "interval", seconds: 3600 }), 1)).toBe(false);
    expect(schedule.isDue(1, automationOn({ type: "interval", seconds: 60 }), 1)).toBe(true);
  });
});
