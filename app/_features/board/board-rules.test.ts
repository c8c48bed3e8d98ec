import { describe, expect, it } from "vitest";
import { makeBoard, makeCard, makeColumn, makeWaiting } from "#app/_lib/testing-board.ts";
import { columnTarget, cardTarget } from "./drag-data.ts";
import { isSamePlace, placeOfDrop } from "./drop-place.ts";
import { nextSelection } from "./next-selection.ts";
import { ordinal } from "#app/_lib/ordinal.ts";
import { hasNotBegun, railedColumns } from "./rails.ts";
import { sharedWaits } from "./shared-waits.ts";
import { ticketInPath } from "./ticket-path.ts";

const columns = [
  makeColumn("Backlog", [makeCard(1)]),
  makeColumn("Todo", [makeCard(2)]),
  makeColumn("In progress", []),
  makeColumn("Blocked", [], { role: "blocked" }),
  makeColumn("Review", [], { role: "review" }),
  makeColumn("Done", [makeCard(3)], { role: "done" }),
];
const railed = (width: number, of = columns) =>
  of.filter((column) => railedColumns(of, width).has(column.id)).map((column) => column.name);

describe("railedColumns", () => {
  it("makes rails of the first, the done and an empty blocked column below 1,600 px", () => {
    expect(railed(1280)).toEqual(["Backlog", "Blocked", "Done"]);
    expect(railed(1600)).toEqual([]);
  });

  it("shows a blocked column that has tickets", () => {
    const busy = columns.with(3, makeColumn("Blocked", [makeCard(7)], { role: "blocked" }));
    expect(railed(1280, busy)).toEqual(["Backlog", "Done"]);
  });

  it("keeps the first column open where work has not begun", () => {
    const fresh = columns.map((column, index) => (index === 0 ? column : { ...column, count: 0 }));
    expect([hasNotBegun(fresh), hasNotBegun(columns)]).toEqual([true, false]);
    const kept = railedColumns(fresh, 1280, true);
    expect(fresh.filter((column) => kept.has(column.id)).map((column) => column.name)).toEqual([
      "Blocked",
      "Done",
    ]);
  });

  it("leaves small boards alone", () => {
    expect(railed(800, columns.slice(0, 2))).toEqual([]);
  });
});

describe("sharedWaits", () => {
  it("says a reason once from three cards on", () => {
    const cards = [
      makeWaiting(1, "a"),
      makeWaiting(2, "a"),
      makeWaiting(3, "a"),
      makeWaiting(4, "b"),
      makeWaiting(5, "b"),
      makeCard(6),
    ];
    expect(sharedWaits(cards).map(({ sentence, count }) => [sentence.text, count])).toEqual([
      ["a", 3],
    ]);
  });
});

describe("placeOfDrop", () => {
  const board = makeBoard([
    makeColumn("Todo", [makeCard(1), makeCard(2), makeCard(3)]),
    makeColumn("Done", [makeCard(9)]),
  ]);

  it("puts a card before the one under the pointer, without counting itself", () => {
    expect(placeOfDrop(board, 1, [{ data: cardTarget(3, "Todo") }])).toEqual({
      column: "Todo",
      index: 1,
    });
    expect(placeOfDrop(board, 9, [{ data: cardTarget(1, "Todo") }])).toEqual({
      column: "Todo",
      index: 0,
    });
  });

  it("puts it at the end of a column's free space, and on top of a head or rail", () => {
    expect(placeOfDrop(board, 1, [{ data: columnTarget("Todo", false) }])).toEqual({
      column: "Todo",
      index: 2,
    });
    expect(placeOfDrop(board, 1, [{ data: columnTarget("Done", true) }])).toEqual({
      column: "Done",
      index: 0,
    });
  });

  it("is nowhere outside, and on itself", () => {
    expect(placeOfDrop(board, 1, [])).toBeNull();
    expect(placeOfDrop(board, 1, [{ data: cardTarget(1, "Todo") }])).toBeNull();
  });

  it("knows when nothing would change", () => {
    expect(isSamePlace(board, 2, { column: "Todo", index: 1 })).toBe(true);
    expect(isSamePlace(board, 2, { column: "Done", index: 0 })).toBe(false);
  });
});

describe("nextSelection", () => {
  const visible = [
    { name: "A", cards: [makeCard(1), makeCard(2), makeCard(3)] },
    { name: "B", cards: [] },
    { name: "C", cards: [makeCard(4), makeCard(5)] },
  ];

  it("walks up and down and stops at the ends", () => {
    expect(nextSelection(visible, 1, "down")).toBe(2);
    expect(nextSelection(visible, 1, "up")).toBe(1);
    expect(nextSelection(visible, 3, "down")).toBe(3);
  });

  it("steps over empty columns to the same height, or the last card there", () => {
    expect(nextSelection(visible, 3, "right")).toBe(5);
    expect(nextSelection(visible, 4, "left")).toBe(1);
  });

  it("starts with the first card", () => {
    expect(nextSelection(visible, null, "down")).toBe(1);
    expect(nextSelection([], null, "down")).toBeNull();
  });
});

it("reads the open ticket from the path", () => {
  expect(ticketInPath("/p/web/t/42")).toBe(42);
  expect(ticketInPath("/p/web")).toBeNull();
  expect(ticketInPath("/p/web/tickets")).toBeNull();
});

it("counts places as the language does", () => {
  expect([1, 2, 3, 4, 11, 22].map((place) => ordinal(place, "en"))).toEqual([
    "1st",
    "2nd",
    "3rd",
    "4th",
    "11th",
    "22nd",
  ]);
  expect([1, 2].map((place) => ordinal(place, "fr"))).toEqual(["1er", "2e"]);
});
