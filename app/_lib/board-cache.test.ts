import { describe, expect, it } from "vitest";
import {
  appendWindow,
  applyDelta,
  findCard,
  findColumn,
  mergeBoard,
  moveCard,
  neighboursOf,
  putCard,
  removeCard,
  undoMove,
} from "./board-cache.ts";
import { idsOf, makeBoard, makeCard, makeColumn, makeWaiting } from "./testing-board.ts";

const twoColumns = () =>
  makeBoard([
    makeColumn("Todo", [makeCard(1), makeCard(2), makeCard(3)]),
    makeColumn("Done", [makeCard(9)]),
  ]);

describe("applyDelta", () => {
  it("moves a card to its column and place by order key", () => {
    const board = applyDelta(twoColumns(), {
      project: "web",
      revision: 2,
      changes: [{ type: "card", card: makeCard(9, { status: "Todo", orderKey: "a15" }) }],
    });
    expect(idsOf(board, "Todo")).toEqual([1, 9, 2, 3]);
    expect(idsOf(board, "Done")).toEqual([]);
    expect(board.revision).toBe(2);
  });

  it("leaves a card out that belongs behind the loaded window", () => {
    const board = makeBoard([
      makeColumn("Todo", [makeCard(1), makeCard(2)], { next: "cursor", count: 50 }),
    ]);
    const changed = applyDelta(board, {
      project: "web",
      revision: 2,
      changes: [
        { type: "card", card: makeCard(7, { orderKey: "z" }) },
        { type: "counts", counts: { Todo: 51 } },
      ],
    });
    expect(idsOf(changed, "Todo")).toEqual([1, 2]);
    expect(findColumn(changed, "Todo")?.count).toBe(51);
  });

  it("keeps the identity of columns that nothing touched", () => {
    const board = twoColumns();
    const changed = applyDelta(board, {
      project: "web",
      revision: 2,
      changes: [{ type: "card", card: makeCard(2, { title: "New" }) }],
    });
    expect(findColumn(changed, "Done")).toBe(findColumn(board, "Done"));
    expect(findCard(changed, 2)?.title).toBe("New");
  });

  it("counts the waiting ones as their states change", () => {
    const board = makeBoard([makeColumn("Todo", [makeWaiting(1, "busy"), makeWaiting(2, "busy")])]);
    const changed = applyDelta(board, {
      project: "web",
      revision: 2,
      changes: [{ type: "card", card: makeCard(1) }],
    });
    expect(findColumn(changed, "Todo")?.waiting).toBe(1);
  });

  it("takes new columns with the cards it has, and drops removed ones", () => {
    const board = twoColumns();
    const [todo] = board.columns;
    const changed = applyDelta(board, {
      project: "web",
      revision: 2,
      changes: [
        {
          type: "columns",
          columns: [
            { ...makeColumn("New", []), id: 5 },
            { ...todo!, name: "Renamed" },
          ],
        },
      ],
    });
    expect(changed.columns.map((column) => [column.name, column.cards.length])).toEqual([
      ["New", 0],
      ["Renamed", 3],
    ]);
  });

  it("removes a deleted card", () => {
    const changed = applyDelta(twoColumns(), {
      project: "web",
      revision: 2,
      changes: [{ type: "card_removed", ticket: 2 }],
    });
    expect(idsOf(changed, "Todo")).toEqual([1, 3]);
  });
});

describe("moveCard", () => {
  it("puts the card where it was dropped and moves the counts", () => {
    const board = moveCard(twoColumns(), 2, { column: "Done", index: 1 });
    expect(idsOf(board, "Todo")).toEqual([1, 3]);
    expect(idsOf(board, "Done")).toEqual([9, 2]);
    expect(board.columns.map((column) => column.count)).toEqual([2, 2]);
    expect(findCard(board, 2)?.status).toBe("Done");
  });

  it("does not take the guess behind the loaded cards for the end of their window", () => {
    const board = makeBoard([
      makeColumn("Todo", [makeCard(1), makeCard(2)], { next: "cursor", count: 50 }),
      makeColumn("Done", [makeCard(8), makeCard(9)]),
    ]);
    // The next card, which is not loaded, has a key between these two.
    const [near, far] = ["a2G", "a2V"];
    const moved = moveCard(board, 9, { column: "Todo", index: 2 });
    expect(idsOf(moved, "Todo")).toEqual([1, 2, 9]);
    const changed = [
      makeCard(9, { status: "Todo", orderKey: near }),
      makeCard(8, { status: "Todo", orderKey: far }),
    ].reduce(putCard, moved);
    expect(idsOf(changed, "Todo")).toEqual([1, 2]);
  });

  it("reorders inside a column without changing its count", () => {
    const board = moveCard(twoColumns(), 1, { column: "Todo", index: 2 });
    expect(idsOf(board, "Todo")).toEqual([2, 3, 1]);
    expect(findColumn(board, "Todo")?.count).toBe(3);
  });

  it("stays in place when the server's delta says the same", () => {
    const moved = moveCard(twoColumns(), 1, { column: "Todo", index: 1 });
    const confirmed = applyDelta(moved, {
      project: "web",
      revision: 2,
      changes: [{ type: "card", card: makeCard(1, { orderKey: "a2V" }) }],
    });
    expect(idsOf(confirmed, "Todo")).toEqual([2, 1, 3]);
  });

  it("follows the rule of a sorted column instead of the pointer", () => {
    const board = makeBoard([
      makeColumn("Todo", [makeCard(1)]),
      makeColumn(
        "Hot",
        [makeCard(5, { priority: "Critical" }), makeCard(6, { priority: "Idea" })],
        { sort: "priority" },
      ),
    ]);
    expect(idsOf(moveCard(board, 1, { column: "Hot", index: 0 }), "Hot")).toEqual([5, 1, 6]);
  });
});

describe("undoMove", () => {
  it("puts one card back and keeps what others changed meanwhile", () => {
    const before = twoColumns();
    const original = findCard(before, 2)!;
    const moved = moveCard(before, 2, { column: "Done", index: 0 });
    const other = putCard(moved, makeCard(3, { title: "Changed by Sam" }));
    const back = undoMove(other, original);
    expect(idsOf(back, "Todo")).toEqual([1, 2, 3]);
    expect(findCard(back, 3)?.title).toBe("Changed by Sam");
    expect(back.columns.map((column) => column.count)).toEqual([3, 1]);
  });
});

describe("undoMove after others changed the card", () => {
  const original = makeCard(2);
  const moved = moveCard(twoColumns(), 2, { column: "Done", index: 0 });

  it("leaves it where somebody else has moved it meanwhile", () => {
    const other = putCard(moved, makeCard(2, { status: "Todo", orderKey: "a9", revision: 2 }));
    expect(undoMove(other, original)).toBe(other);
  });

  it("does not bring back a card that was deleted meanwhile", () => {
    const without = removeCard(moved, 2);
    expect(undoMove(without, original)).toBe(without);
  });

  it("brings back one that the move itself took out of the loaded window", () => {
    const without = removeCard(moved, 2);
    expect(idsOf(undoMove(without, original, false), "Todo")).toEqual([1, 2, 3]);
  });
});

describe("neighboursOf", () => {
  it("names none in a column whose order a rule keeps", () => {
    const board = twoColumns();
    const columns = board.columns.map((column) => ({ ...column, sort: "updated" as const }));
    expect(neighboursOf({ ...board, columns }, 1, { column: "Done", index: 1 })).toEqual({
      before: null,
      after: null,
    });
  });

  it("names the cards around the place, without the moved one", () => {
    expect(neighboursOf(twoColumns(), 1, { column: "Todo", index: 1 })).toEqual({
      after: 2,
      before: 3,
    });
    expect(neighboursOf(twoColumns(), 1, { column: "Done", index: 0 })).toEqual({
      after: null,
      before: 9,
    });
    expect(neighboursOf(twoColumns(), 1, { column: "Done", index: 1 })).toEqual({
      after: 9,
      before: null,
    });
  });
});

describe("windows", () => {
  it("adds a window without doubling cards", () => {
    const board = makeBoard([
      makeColumn("Todo", [makeCard(1), makeCard(2)], { next: "a", count: 4 }),
    ]);
    const grown = appendWindow(board, "Todo", {
      cards: [makeCard(2), makeCard(3)],
      next: null,
      count: 4,
    });
    expect(idsOf(grown, "Todo")).toEqual([1, 2, 3]);
  });

  it("shows what comes between the last loaded card and the end of its window", () => {
    const loaded = makeBoard([
      makeColumn("Todo", [makeCard(1), makeCard(3), makeCard(5)], { next: "5" }),
      makeColumn("Done", []),
    ]);
    const left = putCard(loaded, makeCard(5, { status: "Done" }));
    // The next window begins behind 5, so nothing but this delta would ever bring it.
    expect(idsOf(putCard(left, makeCard(4)), "Todo")).toEqual([1, 3, 4]);
    expect(idsOf(putCard(left, makeCard(6)), "Todo")).toEqual([1, 3]);
  });

  it("leaves a card of a further window out that stands in another column", () => {
    const board = makeBoard([
      makeColumn("Todo", [makeCard(1)], { next: "a" }),
      makeColumn("Done", [makeCard(2)]),
    ]);
    const window = { cards: [makeCard(2), makeCard(3)], next: null, count: 3 };
    const grown = appendWindow(board, "Todo", window);
    expect([idsOf(grown, "Todo"), idsOf(grown, "Done")]).toEqual([[1, 3], [2]]);
  });

  it("sorts equals of a sorted column as the server does, the newer ticket first", () => {
    const equals = [makeCard(9), makeCard(7)];
    const board = makeBoard([makeColumn("Todo", equals, { sort: "priority" })]);
    expect(idsOf(putCard(board, makeCard(8)), "Todo")).toEqual([9, 8, 7]);
  });

  it("keeps loaded windows when the first one is read again", () => {
    const old = makeBoard([
      makeColumn("Todo", [makeCard(1), makeCard(2), makeCard(3), makeCard(4)], {
        next: "b",
        count: 9,
      }),
    ]);
    const fresh = makeBoard(
      [makeColumn("Todo", [makeCard(1), makeCard(3)], { next: "a", count: 8 })],
      5,
    );
    const merged = mergeBoard(old, fresh);
    expect(idsOf(merged, "Todo")).toEqual([1, 3, 4]);
    expect(findColumn(merged, "Todo")).toMatchObject({ next: "b", count: 8 });
    // What happened to the fourth since then is still to come.
    expect(merged.revision).toBe(old.revision);
  });

  it("does not keep a card behind the window that is now elsewhere", () => {
    const old = makeBoard([
      makeColumn("Todo", [makeCard(1), makeCard(2), makeCard(3)], { next: "b" }),
      makeColumn("Done", []),
    ]);
    const fresh = makeBoard([
      makeColumn("Todo", [makeCard(1)], { next: "a" }),
      makeColumn("Done", [makeCard(3)]),
    ]);
    expect(idsOf(mergeBoard(old, fresh), "Todo")).toEqual([1, 2]);
  });
});
