import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildCandidate, buildManual, buildSnapshot, buildTicket } from "../testing/board.ts";
import { chatter } from "../testing/gate-scene.ts";
import { evaluateGates } from "./gates.ts";
import { findLoop } from "./loop.ts";

const kindOf = (runs: string, agent: string | null, changes = 0) =>
  findLoop(chatter(runs, changes), agent)?.kind ?? null;

describe("findLoop", () => {
  it.each([
    ["PPP", "programmer", null],
    ["PPPP", "programmer", "same_agent"],
    ["PPPP", "qa", null],
    ["PPPQP", "programmer", "same_agent"],
    ["PQPQP", "programmer", null],
    ["PQPQPQ", "programmer", "alternating"],
    ["PQPQPQ", "qa", "alternating"],
    ["PQPQPQ", "docs", null],
    ["PQPQPQ", null, null],
    // A run with progress begins the count anew.
    ["PPPpP", "programmer", null],
    ["PQPQpQPQPQ", "qa", null],
    ["PQPQpQPQPQP", "qa", "alternating"],
    ["PQpQPQ", "programmer", null],
    ["pPPPP", "programmer", "same_agent"],
  ])("of %s says about %s: %s", (runs, agent, kind) => {
    expect(kindOf(runs, agent)).toBe(kind);
  });

  it("knows nothing where nothing was read", () => {
    expect(findLoop(undefined, "programmer")).toBeNull();
  });

  it("holds whoever comes next after 12 changes by rules", () => {
    expect(kindOf("", null, 11)).toBeNull();
    expect(kindOf("", null, 12)).toBe("changes");
    expect(kindOf("", "programmer", 12)).toBe("changes");
  });

  it("allows 12 more changes for every run with progress", () => {
    expect(kindOf("p", "qa", 23)).toBeNull();
    expect(kindOf("p", "qa", 24)).toBe("changes");
  });

  it("names the runs that prove it", () => {
    expect(findLoop(chatter("pQPQPQP"), "qa")).toEqual({
      kind: "alternating",
      agents: ["qa", "programmer"],
      runs: ["r1", "r2", "r3", "r4", "r5", "r6"],
    });
  });

  it("always ends two chatty agents, whoever of them speaks when", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("P", "Q"), { minLength: 7, maxLength: 40 }), (turns) => {
        const after = chatter(turns.join(""));
        const agents = [findLoop(after, "programmer"), findLoop(after, "qa")];
        expect(agents.some((evidence) => evidence !== null)).toBe(true);
      }),
    );
  });

  it("never holds review, fix, review with a commit in every fix", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 30 }), (rounds) => {
        const facts = chatter("Qp".repeat(rounds), 4 * rounds);
        expect(findLoop(facts, "qa")).toBeNull();
        expect(findLoop(facts, "programmer")).toBeNull();
      }),
    );
  });
});

it("a person's Run goes on in spite of it, and it is recorded", () => {
  const ticket = buildTicket({ loop: chatter("PPPP") });
  const gate = (forced: boolean) =>
    evaluateGates(
      buildSnapshot(),
      forced ? buildManual({ ticket }) : buildCandidate({ ticket }),
    ).find(({ code }) => code === "LOOP_SUSPECTED");
  expect(gate(false)).toMatchObject({ pass: false, actual: { kind: "same_agent" } });
  expect(gate(true)).toMatchObject({ pass: true, forced: true });
});
