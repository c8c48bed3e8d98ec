import { describe, expect, it } from "vitest";
import { ApiError } from "#app/_lib/api-error.ts";
import { translator } from "#app/_lib/i18n/translate.ts";
import { familyWords } from "./family-words.ts";
import { refusalText } from "./refusal-text.ts";

describe("refusalText", () => {
  const en = translator(familyWords, "en");
  const fr = translator(familyWords, "fr");

  it("says the whole way round a circle of blockers", () => {
    const error = new ApiError(400, "BLOCKER_CIRCLE", "circle", { path: [3, 5, 3] });
    expect(refusalText(error, en)).toBe("They would wait for each other for ever: #3 → #5 → #3");
    expect(refusalText(error, fr)).toBe("Ils s’attendraient sans fin : #3 → #5 → #3");
  });

  it("says why a ticket cannot lie deeper, or below itself", () => {
    expect(refusalText(new ApiError(422, "DEPTH_LIMIT", "x"), en)).toContain("fifth level");
    expect(refusalText(new ApiError(400, "PARENT_CIRCLE", "x"), en)).toContain("its own parent");
  });

  it("leaves every other reason as it came", () => {
    expect(refusalText(new ApiError(422, "COLUMN_FULL", "Todo is full"), en)).toBe("Todo is full");
    expect(refusalText(new Error("no network"), en)).toBe("no network");
  });
});
