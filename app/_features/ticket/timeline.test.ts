import { describe, expect, it } from "vitest";
import { translator } from "#app/_lib/i18n/translate.ts";
import { changeText } from "./change-text.ts";
import { gateValueText } from "./gate-value.ts";
import { shownRun } from "./shown-run.ts";
import { storyWords } from "./story-words.ts";

describe("changeText", () => {
  const t = translator(storyWords, "en");
  const say = (field: Parameters<typeof changeText>[0]["field"], from: unknown, to: unknown) =>
    changeText({ field, from, to }, t, (priority) => `<${priority}>`);

  it("tells changes as the rest of a sentence", () => {
    expect(say("status", "Todo", "Review")).toBe("moved it from Todo to Review");
    expect(say("status", null, "Todo")).toBe("put it in Todo");
    expect(say("assignee", null, "qa")).toBe("assigned it to qa");
    expect(say("assignee", "qa", null)).toBe("took it from qa");
    expect(say("priority", 0, 3)).toBe("set the priority to <Critical>");
    expect(say("labels", [], ["a", "b"])).toBe("set the labels to a, b");
    expect(say("labels", ["a"], [])).toBe("removed the labels");
  });

  it("copes with values of another shape", () => {
    expect(say("title", { odd: true }, 3)).toBe("renamed it from “”");
  });
});

describe("gateValueText", () => {
  it.each([
    [null, "–"],
    [[], "–"],
    [["Todo", "Review"], "Todo, Review"],
    [{ level: 4, chain: 3 }, "level: 4, chain: 3"],
    [false, "✕"],
    [12, "12"],
  ])("shows %j as %s", (value, text) => {
    expect(gateValueText(value)).toBe(text);
  });
});

describe("shownRun", () => {
  const run = (id: string, state: "ended" | "running") =>
    ({ id, state }) as unknown as Parameters<typeof shownRun>[0][number];

  it("prefers the picked one, then the active one, then the newest", () => {
    const runs = [run("new", "ended"), run("on", "running"), run("old", "ended")];
    expect(shownRun(runs, "old")?.id).toBe("old");
    expect(shownRun(runs, null)?.id).toBe("on");
    expect(shownRun(runs.slice(2), null)?.id).toBe("old");
    expect(shownRun([], "gone")).toBeNull();
  });
});
