import { describe, expect, it } from "vitest";
import type { System } from "#server/contracts/project.ts";
import { relevantTroubles } from "./relevant-troubles.ts";
import { troubleText } from "./trouble-text.ts";
import { goTarget } from "./go-target.ts";

type Trouble = System["troubles"][number];
const trouble = (
  code: Trouble["code"],
  project: string | null,
  values: Trouble["values"] = {},
): Trouble => ({ code, project, values, text: `server: ${code}` });

it("goes where g and a letter lead", () => {
  expect(
    ["h", "r", "c", "b", "a", "u", "s", "x"].map((letter) => goTarget(letter, "web shop")),
  ).toEqual([
    "/",
    "/runs",
    "/costs",
    "/p/web%20shop",
    "/p/web%20shop/agents",
    "/p/web%20shop/automations",
    "/p/web%20shop/settings",
    null,
  ]);
  expect(goTarget("b", null)).toBeNull();
});

describe("troubles", () => {
  it("of another project stay away from the board one looks at", () => {
    const all = [trouble("engine_down", null), trouble("paused", "web"), trouble("paused", "api")];
    expect(relevantTroubles(all, { slug: "web", isDemo: false }).map((one) => one.project)).toEqual(
      [null, "web"],
    );
    expect(relevantTroubles(all, null)).toHaveLength(3);
  });

  it("about claude do not concern the demo", () => {
    const all = [trouble("claude_missing", null), trouble("engine_down", null)];
    expect(relevantTroubles(all, { slug: "demo", isDemo: true }).map((one) => one.code)).toEqual([
      "engine_down",
    ]);
  });

  it("speak the viewer's language with the project's name", () => {
    expect(troubleText(trouble("paused", "web", { by: "Ada" }), "fr", "Web shop")).toBe(
      "Web shop est mis en pause par Ada : rien de nouveau ne démarre.",
    );
  });

  it("fall back to the server's words where a value is missing", () => {
    expect(troubleText(trouble("automations_invalid", "web"), "en", "Web")).toBe(
      "server: automations_invalid",
    );
  });
});

it("says that everything is paused when no project is named", () => {
  expect(troubleText(trouble("paused", null, { by: "Ada" }), "en", null)).toBe(
    "Everything is paused by Ada: nothing new starts.",
  );
});
