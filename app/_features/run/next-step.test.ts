import { describe, expect, it } from "vitest";
import { nextStep } from "./next-step.ts";

const columns = [
  { name: "Todo", role: "normal" },
  { name: "Review", role: "review" },
  { name: "Done", role: "done" },
] as const;

describe("nextStep", () => {
  it("approves what is in review and offers review after a clean end", () => {
    expect(nextStep("to_review", "Review", columns)).toEqual({ kind: "approve", column: "Done" });
    expect(nextStep("not_moved", "Todo", columns)).toEqual({ kind: "toReview", column: "Review" });
  });

  it("offers nothing where trying again is the step, or nothing is left to do", () => {
    expect(nextStep("failed", "Todo", columns)).toBeNull();
    expect(nextStep("done", "Done", columns)).toBeNull();
    expect(nextStep("done", null, columns)).toBeNull();
  });
});
