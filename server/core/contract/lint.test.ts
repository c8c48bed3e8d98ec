import { expect, it } from "vitest";
import { readyContract } from "../testing/gate-scene.ts";
import { lintContract } from "./lint.ts";

const paths = (contract: unknown) => lintContract(contract).map(({ path }) => path);

it("has nothing to say about a complete contract", () => {
  expect(lintContract(readyContract)).toEqual([]);
});

it("names every field that is not there", () => {
  expect(paths({})).toEqual([
    "mission",
    "boundaries",
    "context",
    "tools",
    "output",
    "failure",
    "autonomy",
  ]);
});

it.each([
  ["mission", { mission: "x".repeat(601) }],
  ["mission", { mission: `${" ".repeat(30)}short` }],
  ["boundaries.scope", { boundaries: { scope: [], mustNot: ["delete"] } }],
  ["boundaries.mustNot", { boundaries: { scope: ["server"], mustNot: [] } }],
  ["context.tokenBudget", { context: { mode: "lineage", tokenBudget: 4001 } }],
  ["tools.agentType", { tools: { agentType: "wizard" } }],
  ["output.schema", { output: { ...readyContract.output, schema: null } }],
  ["failure.retries", { failure: { ...readyContract.failure, retries: 6 } }],
  ["failure.timeoutSec", { failure: { ...readyContract.failure, timeoutSec: 59 } }],
  ["autonomy", { autonomy: "whatever" }],
])("finds an error in %s", (path, change) => {
  expect(paths({ ...readyContract, ...change })).toEqual([path]);
});

it("says so when nobody wrote one", () => {
  expect(paths(null)).toEqual(["contract"]);
  expect(paths("a text")).toEqual(["contract"]);
});
