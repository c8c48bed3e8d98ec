import { describe, expect, it } from "vitest";
import { formatFor } from "./format.ts";

const en = formatFor("en", "UTC");
const fr = formatFor("fr", "UTC");
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, " ");

describe("money", () => {
  it("has cents, and says when it is less than one", () => {
    expect(en.money(0.81)).toBe("$0.81");
    expect(en.money(0)).toBe("$0.00");
    expect(en.money(0.004)).toBe("<$0.01");
    expect(plain(fr.money(1234.5))).toBe("1 234,50 $");
  });

  it("drops cents of a cap that has none", () => {
    expect(en.moneyShort(40)).toBe("$40");
    expect(en.moneyShort(12.5)).toBe("$12.50");
  });
});

describe("time", () => {
  const now = Date.parse("2026-05-04T12:00:00Z");

  it("shows minutes and seconds, then hours, then days", () => {
    expect(en.duration(372_000)).toBe("6:12");
    expect(en.duration(3_840_000)).toBe("1 h 04");
    expect(en.duration(183_600_000)).toBe("2 d 3 h");
    expect(en.duration(-5)).toBe("0:00");
  });

  it("ages in one unit", () => {
    expect([40_000, 720_000, 10_800_000, 777_600_000].map((ms) => en.age(ms))).toEqual([
      "40 s",
      "12 min",
      "3 h",
      "9 d",
    ]);
    expect(fr.age(777_600_000)).toBe("9 j");
  });

  it("is relative in the viewer's language", () => {
    expect(en.relative("2026-05-04T10:00:00Z", now)).toBe("2 hours ago");
    expect(en.relative("2026-05-03T11:00:00Z", now)).toBe("yesterday");
    expect(fr.relative("2026-05-04T11:58:00Z", now)).toBe("il y a 2 minutes");
  });

  it("names the day only when it is another one, in the viewer's zone", () => {
    expect(en.clock("2026-05-04T02:14:00Z", now)).toMatch(/^02:14/);
    expect(en.clock("2026-05-03T23:30:00Z", now)).toContain("May 3");
    expect(formatFor("en", "Europe/Paris").clock("2026-05-03T23:30:00Z", now)).toMatch(/^01:30/);
  });
});

it("keeps a calendar day the same day in every zone", () => {
  for (const zone of ["UTC", "America/Los_Angeles", "Pacific/Kiritimati"]) {
    expect(formatFor("en", zone).day("2026-11-01")).toBe("Nov 1");
    expect(formatFor("fr", zone).wholeDay("2026-11-01")).toBe("dim. 1 nov. 2026");
  }
});

it("shortens large counts", () => {
  expect(en.compact(48_200)).toBe("48.2K");
  expect(en.percent(0.386)).toBe("39%");
});
