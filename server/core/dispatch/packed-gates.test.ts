import { describe, expect, it } from "vitest";
import type { GateResult } from "#server/contracts/why.ts";
import { packGates, unpackGates } from "./packed-gates.ts";

const silent: GateResult = { code: "BLOCKED", pass: true, expected: null, actual: null };
const gates: GateResult[] = [
  silent,
  { code: "SLOTS_FULL", pass: true, expected: 6, actual: 2 },
  { code: "BACKOFF", pass: true, forced: true, expected: null, actual: null },
  { code: "NOT_DUE", pass: true, expected: null, actual: null, since: "2026-03-01T09:00:00.000Z" },
  { code: "GROUP_BUSY", pass: false, expected: null, actual: null },
];

describe("gates as a run keeps them", () => {
  it("come back as they stood, in their order", () => {
    expect(unpackGates(packGates(gates))).toEqual(gates);
  });

  it("are their code alone where they had nothing to say, and short where they let through", () => {
    expect(packGates(gates).slice(0, 2)).toEqual(["BLOCKED", ["SLOTS_FULL", 6, 2]]);
    expect(packGates(gates).slice(2)).toEqual(gates.slice(2));
  });

  it("that an earlier version kept in full are read as they are", () => {
    expect(unpackGates([silent, ...gates])).toEqual([silent, ...gates]);
  });
});
