import { describe, expect, it } from "vitest";
import { readResetTime } from "./reset-time.ts";

const now = new Date("2026-11-30T02:06:39.000Z");

describe("when a limit ends, from the CLI's words", () => {
  it.each([
    ["Claude AI usage limit reached|1790000000", "2026-09-21T14:13:20.000Z"],
    ["You've hit your 5-hour limit · resets 3:06am (UTC)", "2026-11-30T03:06:00.000Z"],
    ["You've hit your 5-hour limit · resets 1am (UTC)", "2026-12-01T01:00:00.000Z"],
    ["You've hit your limit · resets 12am (UTC)", "2026-12-01T00:00:00.000Z"],
    ["You've hit your limit · resets 12:30pm (UTC)", "2026-11-30T12:30:00.000Z"],
    ["You've hit your limit · resets 7pm (Europe/Paris)", "2026-11-30T18:00:00.000Z"],
    // There the day has not begun yet.
    ["You've hit your limit · resets 11pm (America/New_York)", "2026-11-30T04:00:00.000Z"],
    ["You've hit your weekly limit · resets Dec 4, 7am (Asia/Tokyo)", "2026-12-03T22:00:00.000Z"],
    ["You've hit your weekly limit · resets Jan 2 at 7:30am (UTC)", "2027-01-02T07:30:00.000Z"],
  ])("%s", (text, expected) => {
    expect(readResetTime(text, now)?.toISOString()).toBe(expected);
  });

  it("keeps the zone's own clock over a change of it", () => {
    const evening = new Date("2026-10-24T21:00:00.000Z");
    expect(readResetTime("resets 3:30am (Europe/Paris)", evening)?.toISOString()).toBe(
      "2026-10-25T02:30:00.000Z",
    );
  });

  it.each([
    "API Error: Request rejected (429) · This request would exceed your limit",
    "You've hit your limit · resets 7pm",
    "You've hit your limit · resets 7pm (Nowhere/Else)",
    "You've hit your limit · resets 13pm (UTC)",
    "You've hit your limit · resets Foo 4, 7am (UTC)",
    "You've hit your limit · resets soon",
  ])("does not guess: %s", (text) => {
    expect(readResetTime(text, now)).toBeNull();
  });
});
