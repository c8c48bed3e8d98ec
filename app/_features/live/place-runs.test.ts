import fc from "fast-check";
import { expect, it } from "vitest";
import { countDrawn, noPlaces, placeRuns, tileCount, type Places } from "./place-runs.ts";

/** Lists of active runs, one after the other, as a day goes by: ids are taken from a small pool. */
const history = fc.array(
  fc.uniqueArray(fc.integer({ min: 1, max: 12 }).map(String), { maxLength: 10 }),
  { minLength: 1, maxLength: 12 },
);

function follow(lists: readonly (readonly string[])[]): { before: Places; after: Places }[] {
  let before = noPlaces;
  return lists.map((active) => {
    const step = { before, after: placeRuns(before, active).places };
    before = step.after;
    return step;
  });
}

it("never moves a run that is still active", () => {
  const property = fc.property(history, (lists) =>
    follow(lists).every(({ before, after }, step) =>
      before.every(
        (run, index) => run === null || !lists[step]?.includes(run) || after[index] === run,
      ),
    ),
  );
  expect(fc.check(property).counterexample).toBeNull();
});

it("shows every active run exactly once, in a tile or below, and no other", () => {
  fc.assert(
    fc.property(history, fc.nat(20), (lists, at) => {
      const steps = follow(lists);
      const active = lists[at % lists.length] ?? [];
      const { places, rest } = placeRuns(steps.at(-1)?.after ?? noPlaces, active);
      const shown = places.filter((run) => run !== null);
      expect([...shown, ...rest].toSorted()).toEqual([...active].toSorted());
      expect(places).toHaveLength(tileCount);
      expect(shown).toHaveLength(Math.min(tileCount, active.length));
      expect(rest).toEqual(active.filter((run) => rest.includes(run)));
    }),
  );
});

it("gives the same places again for the same runs, also after a reload in another order", () => {
  fc.assert(
    fc.property(history, (lists) => {
      const places = follow(lists).at(-1)?.after ?? noPlaces;
      const shown = (lists.at(-1) ?? []).filter((run) => places.includes(run));
      expect(placeRuns(places, shown.toReversed()).places).toEqual(places);
    }),
  );
});

it("gives a freed place to the oldest run that has none", () => {
  const seven = ["a", "b", "c", "d", "e", "f", "g"];
  const full = placeRuns(noPlaces, seven);
  expect(full.rest).toEqual(["g"]);
  const next = placeRuns(full.places, ["a", "b", "d", "e", "f", "g", "h"]);
  expect(next.places).toEqual(["a", "b", "g", "d", "e", "f"]);
  expect(next.rest).toEqual(["h"]);
});

it("draws the places the machine has, and more only where a run is at one", () => {
  expect(countDrawn(noPlaces, 4)).toBe(4);
  expect(countDrawn(noPlaces, 20)).toBe(6);
  expect(countDrawn(["a", null, null, null, "b", null], 3)).toBe(5);
});
