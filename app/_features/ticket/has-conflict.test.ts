import { describe, expect, it } from "vitest";
import { hasConflict } from "./has-conflict.ts";

describe("hasConflict", () => {
  it("is one when the text itself was changed meanwhile", () => {
    expect(hasConflict("base", "mine", "theirs")).toBe(true);
    expect(hasConflict(null, "mine", "theirs")).toBe(true);
  });

  it("is none when something else on the ticket changed, or both wrote the same", () => {
    expect(hasConflict("base", "mine", "base")).toBe(false);
    expect(hasConflict(null, "mine", "mine")).toBe(false);
  });
});
