import { describe, expect, it } from "vitest";
import { lineOfPath, pathSegments } from "./find-line.ts";

const text =
  '{\n  // rules\n  "automations": [\n    { "id": "a" },\n    {\n      "id": "b",\n      "trigger": {\n        "seconds": 5\n      }\n    }\n  ]\n}';

describe("lineOfPath", () => {
  it("finds the value a remark is about", () => {
    expect(lineOfPath(text, "automations[1].trigger.seconds")).toBe(8);
    expect(lineOfPath(text, "automations[0]")).toBe(4);
  });

  it("goes to the nearest parent of what is absent", () => {
    expect(lineOfPath(text, "automations[1].trigger.columns")).toBe(7);
    expect(lineOfPath(text, "automations[9].id")).toBe(3);
    expect(lineOfPath(text, "")).toBe(1);
  });

  it("has no line in a text that is no JSON", () => {
    expect(lineOfPath("", "automations")).toBeNull();
  });

  it("reads paths with dots and brackets", () => {
    expect(pathSegments("automations[2].trigger.seconds")).toEqual([
      "automations",
      2,
      "trigger",
      "seconds",
    ]);
  });
});
