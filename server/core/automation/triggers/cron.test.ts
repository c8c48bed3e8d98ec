import { describe, expect, it } from "vitest";
import { isCron, nextCronTime } from "./cron.ts";

function timesOf(cron: string, zone: string, from: string, count: number): string[] {
  const times: string[] = [];
  let at = new Date(from);
  for (let index = 0; index < count; index += 1) {
    const next = nextCronTime(cron, zone, at);
    if (next === null) break;
    times.push(next.toISOString());
    at = next;
  }
  return times;
}

describe("isCron", () => {
  it.each(["* * * * *", "*/15 8-18 * * MON-FRI", "0 9 1 jan *", "30 2 29 2 *", " 0  9\t* * 7 "])(
    "reads %s",
    (text) => expect(isCron(text)).toBe(true),
  );
  it.each([
    "",
    "banana",
    "* * * *",
    "* * * * * *",
    "@hourly",
    "61 * * * *",
    "0 25 * * *",
    "0 0 30 2 *",
    "0 9 * * MOO",
    "*/0 * * * *",
    "2026-10-24T09:00:00",
    `0 9 * * ${"1,".repeat(200)}1`,
  ])("refuses %s", (text) => expect(isCron(text)).toBe(false));
});

describe("nextCronTime", () => {
  it("reads names and the clocks of the time zone", () => {
    expect(timesOf("0 9 * * MON-FRI", "Europe/Paris", "2026-10-23T12:00:00Z", 2)).toEqual([
      "2026-10-26T08:00:00.000Z",
      "2026-10-27T08:00:00.000Z",
    ]);
    expect(timesOf("0 9 * * *", "UTC", "2026-10-23T12:00:00Z", 1)).toEqual([
      "2026-10-24T09:00:00.000Z",
    ]);
  });

  it("is later than the time it starts from, also within its minute", () => {
    expect(timesOf("0 9 * * *", "UTC", "2026-10-24T09:00:00Z", 1)).toEqual([
      "2026-10-25T09:00:00.000Z",
    ]);
    expect(timesOf("0 9 * * *", "UTC", "2026-10-24T09:00:30.500Z", 1)).toEqual([
      "2026-10-25T09:00:00.000Z",
    ]);
  });

  it.each(["30 2 * * *", "0,30 2 * * *", "*/20 2 * * *"])(
    "runs %s once in the hour that the clocks skip",
    (cron) => {
      const times = timesOf(cron, "Europe/Paris", "2026-03-28T12:00:00Z", 2);
      expect(times[0]).toBe("2026-03-29T01:00:00.000Z");
      expect(times[1]?.slice(0, 10)).toBe("2026-03-30");
    },
  );

  it("runs a named time once in the hour that the clocks show twice", () => {
    expect(timesOf("30 2 * * *", "Europe/Paris", "2026-10-24T12:00:00Z", 2)).toEqual([
      "2026-10-25T00:30:00.000Z",
      "2026-10-26T01:30:00.000Z",
    ]);
    expect(timesOf("*/30 2 * * *", "Europe/Paris", "2026-10-24T12:00:00Z", 3)).toEqual([
      "2026-10-25T00:00:00.000Z",
      "2026-10-25T00:30:00.000Z",
      "2026-10-26T01:00:00.000Z",
    ]);
  });

  it("goes on with real hours where no hour is named", () => {
    expect(timesOf("0 * * * *", "Europe/Paris", "2026-10-24T23:30:00Z", 3)).toEqual([
      "2026-10-25T00:00:00.000Z",
      "2026-10-25T01:00:00.000Z",
      "2026-10-25T02:00:00.000Z",
    ]);
  });

  it("writes steps of minutes out without changing their meaning", () => {
    expect(
      timesOf("5-20/5 9 * * *", "UTC", "2026-01-01T00:00:00Z", 5).map((at) => at.slice(11, 16)),
    ).toEqual(["09:05", "09:10", "09:15", "09:20", "09:05"]);
    expect(
      timesOf("* 23 * * *", "UTC", "2026-01-01T23:57:30Z", 3).map((at) => at.slice(8, 16)),
    ).toEqual(["01T23:58", "01T23:59", "02T23:00"]);
  });
});
