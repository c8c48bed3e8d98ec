import { describe, expect, it } from "vitest";
import { translator } from "#app/_lib/i18n/translate.ts";
import { changeText } from "./change-text.ts";
import { gateValueText } from "#app/_components/gate-value.ts";
import type { RunSummary } from "#server/contracts/run.ts";
import type { Ticket } from "#server/contracts/ticket.ts";
import { shownRun } from "./shown-run.ts";
import { filterEntries, timelineEntries } from "./timeline-entries.ts";
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

describe("timelineEntries", () => {
  const at = (minute: number) => `2026-01-05T09:0${minute}:00.000Z`;
  const activity = (
    id: number,
    kind: string,
    text: string,
    data: Record<string, unknown> = {},
  ) => ({
    id,
    ticketId: 1,
    author: "ada",
    authorKind: "person" as const,
    text,
    kind,
    data,
    createdAt: at(id),
  });
  const ticket = {
    comments: [
      {
        id: 1,
        ticketId: 1,
        content: "hello",
        author: "ada",
        authorKind: "person",
        runId: null,
        createdAt: at(3),
        editedAt: null,
      },
    ],
    activities: [
      activity(1, "ticket_created", "Created"),
      activity(4, "run_admitted", "Run started"),
      activity(5, "firing_settled", "firing_settled"),
      activity(6, "ticket_moved", "Column: Todo → Done", {
        changes: [{ field: "status", from: "Todo", to: "Done" }],
      }),
    ],
  } as unknown as Ticket;
  const run = { id: "r", createdAt: at(2) } as unknown as RunSummary;

  it("is one story in order, without steps that runs and comments tell themselves", () => {
    expect(timelineEntries(ticket, [run]).map((entry) => entry.key)).toEqual([
      "a1",
      "rr",
      "c1",
      "a6",
    ]);
  });

  it("can be told by its comments or by its changes alone, runs among these", () => {
    const entries = timelineEntries(ticket, [run]);
    const keys = (filter: "all" | "comments" | "changes") =>
      filterEntries(entries, filter).map((entry) => entry.key);
    expect(keys("all")).toHaveLength(4);
    expect(keys("comments")).toEqual(["c1"]);
    expect(keys("changes")).toEqual(["a1", "rr", "a6"]);
  });
});
