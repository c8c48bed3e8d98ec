import { expect, it } from "vitest";
import { strongerModel } from "./stronger-model.ts";

it.each([
  ["haiku", "sonnet"],
  ["claude-sonnet-4-5", "opus"],
  ["sonnet[1m]", "opus"],
  [null, "opus"],
  ["something-new", "opus"],
  ["claude-opus-4-1", null],
])("after %s comes %s", (model, stronger) => {
  expect(strongerModel(model)).toBe(stronger);
});
