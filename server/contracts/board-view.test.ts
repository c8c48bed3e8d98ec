import { describe, expect, it } from "vitest";
import {
  formatColumnSorts,
  formatListSort,
  parseColumnSorts,
  parseListSort,
  standardListSort,
} from "./board-view.ts";
import { formatBranches, MOST_EXCEPTIONS, parseBranches } from "./ticket-rows.ts";

describe("orders in an address", () => {
  it("of a list name a column and a direction, the standard one by nothing", () => {
    expect(parseListSort("-updated")).toEqual({ key: "updated", isDown: true });
    expect(parseListSort("title")).toEqual({ key: "title", isDown: false });
    for (const text of ["", "-", "sideways", "3.updated"]) {
      expect(parseListSort(text)).toEqual(standardListSort);
    }
    expect(formatListSort(standardListSort)).toBe("");
    for (const text of ["-updated", "number", "state"]) {
      expect(formatListSort(parseListSort(text))).toBe(text);
    }
  });

  it("of a board name columns by number; what says nothing known is left out", () => {
    const sorts = parseColumnSorts("5.priority~3.updated~x~4.sideways~7");
    expect([...sorts]).toEqual([
      [5, "priority"],
      [3, "updated"],
    ]);
    expect(formatColumnSorts(sorts)).toBe("3.updated~5.priority");
    expect(parseColumnSorts("-updated").size).toBe(0);
    expect(formatColumnSorts(new Map())).toBe("");
  });
});

describe("branches in an address", () => {
  it("are all open or all closed but for some", () => {
    expect(parseBranches("closed~7~x~12")).toEqual({ isOpen: false, except: [7, 12] });
    expect(parseBranches("")).toEqual({ isOpen: true, except: [] });
    expect(formatBranches({ isOpen: false, except: [7, 12] })).toBe("closed~7~12");
  });

  it("forget the oldest exceptions before an address grows too long", () => {
    const except = Array.from({ length: MOST_EXCEPTIONS + 3 }, (_, index) => 900_000_000 + index);
    const text = formatBranches({ isOpen: true, except });
    expect(text.length).toBeLessThan(6_000);
    expect(parseBranches(text).except[0]).toBe(900_000_003);
  });
});
