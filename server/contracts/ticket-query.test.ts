import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isArchived, parseQuery, statesOf } from "./ticket-query.ts";

const kinds = (text: string) =>
  parseQuery(text).tokens.map(({ kind, value, isNegated }) => [
    kind,
    isNegated ? `-${value}` : value,
  ]);

describe("parseQuery", () => {
  it("understands every token", () => {
    expect(
      kinds(
        '#42 @programmer label:cart priority:critical by:owner >2026-01-01 <2026-02-01 is:waiting in:"In progress" -label:y "a phrase" text',
      ),
    ).toEqual([
      ["number", "42"],
      ["assignee", "programmer"],
      ["label", "cart"],
      ["priority", "critical"],
      ["by", "owner"],
      ["since", "2026-01-01"],
      ["until", "2026-02-01"],
      ["is", "waiting"],
      ["column", "In progress"],
      ["label", "-y"],
      ["text", "a phrase"],
      ["text", "text"],
    ]);
  });

  it("leaves out a prefix that has no value yet", () => {
    expect(parseQuery('@ label: is: # > - in:""')).toMatchObject({
      tokens: [{ kind: "text", value: "-" }],
      problems: [],
    });
  });

  it("names what it does not understand, and where", () => {
    const text = "vat is:nonsense priority:huge >2026-02-31 #x";
    const { tokens, problems } = parseQuery(text);
    expect(tokens.map(({ value }) => value)).toEqual(["vat"]);
    expect(problems.map(({ kind, start, end }) => [kind, text.slice(start, end)])).toEqual([
      ["is", "is:nonsense"],
      ["priority", "priority:huge"],
      ["date", ">2026-02-31"],
      ["number", "#x"],
    ]);
  });

  it("knows the states behind the words people type", () => {
    const [running, review, archived] = parseQuery("is:Running is:review is:archived").tokens;
    expect(running && statesOf(running)).toEqual(["running", "starting"]);
    expect(review && statesOf(review)).toEqual(["to_review"]);
    expect(archived && statesOf(archived)).toEqual([]);
  });

  it("never fails, and its places are those of the words", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const { tokens, problems } = parseQuery(text);
        const places = [...tokens, ...problems].toSorted((a, b) => a.start - b.start);
        for (const [index, { start, end }] of places.entries()) {
          expect(start).toBeLessThan(end);
          expect(start).toBeGreaterThanOrEqual(places[index - 1]?.end ?? 0);
        }
        // What is asked again is understood the same.
        const again = tokens.map(({ start, end }) => text.slice(start, end)).join(" ");
        const facts = (of: typeof tokens) => of.map(({ kind, value }) => [kind, value]);
        expect(facts(parseQuery(again).tokens)).toEqual(facts(tokens));
      }),
    );
  });
});

describe("isArchived", () => {
  const now = new Date("2026-03-31T00:00:00Z");
  it("archives what came into a done column more than 14 days ago, and nothing else", () => {
    expect(isArchived("done", "2026-03-16T23:59:59Z", now)).toBe(true);
    expect(isArchived("done", "2026-03-17T00:00:00Z", now)).toBe(false);
    expect(isArchived("review", "2020-01-01T00:00:00Z", now)).toBe(false);
  });
});
