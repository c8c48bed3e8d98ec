import { describe, expect, it } from "vitest";
import { makeCard } from "#app/_lib/testing-board.ts";
import { patchPage } from "./rows-cache.ts";

const head = { revision: 1, total: 2, offset: 0 };
const row = (id: number) => ({
  card: makeCard(id),
  level: 1,
  position: 1,
  size: 1,
  hasChildren: false,
  isOpen: false,
  isMatch: true,
});

describe("patchPage", () => {
  it("changes one ticket of a list where it stands", () => {
    const page = { ...head, items: [makeCard(1), makeCard(2)] };
    const { items } = patchPage(page, 2, { status: "Review" });
    expect(items.map(({ id, status }) => `${id} ${status}`)).toEqual(["1 Todo", "2 Review"]);
  });

  it("changes one ticket of a tree and keeps its place in it", () => {
    const page = { ...head, found: 2, items: [row(1), row(2)] };
    const { items } = patchPage(page, 1, { assignedTo: "ada" });
    expect(items).toMatchObject([{ card: { id: 1, assignedTo: "ada" }, level: 1 }, row(2)]);
  });

  it("leaves a page without that ticket the page it is", () => {
    const page = { ...head, items: [makeCard(1)] };
    expect(patchPage(page, 7, { status: "Review" })).toBe(page);
  });
});
