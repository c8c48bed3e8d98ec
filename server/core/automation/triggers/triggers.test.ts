import { describe, expect, it } from "vitest";
import { buildSnapshot, buildTicket } from "../../testing/board.ts";
import { automationsJsonSchema, parseAutomations } from "../config.ts";
import { nextIntervalTime } from "./interval.ts";
import { triggerOf, triggers } from "./registry.ts";
import type { Trigger } from "./registry.ts";

function parse(trigger: object): Trigger {
  const automations = [{ id: "a", trigger, actions: [{ type: "runAgent", agent: "x" }] }];
  const parsed = parseAutomations(JSON.stringify({ automations }));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  const [automation] = parsed.config.automations;
  if (!automation || automation.trigger.type === "invalid") {
    throw new Error(JSON.stringify(parsed.disabled));
  }
  const unknownKeys = parsed.warnings.filter(({ message }) => message.startsWith("unknown key"));
  expect(unknownKeys).toEqual([]);
  return automation.trigger;
}

const words = (trigger: object, locale: "en" | "fr"): string => {
  const node = parse(trigger);
  return triggerOf(node)?.describe(node, locale) ?? "";
};

describe("the keys of triggers", () => {
  it("have the defaults of the table", () => {
    const common = { maxConsecutiveRuns: 5, immediate: true };
    expect(parse({ type: "statusChange" })).toEqual({
      type: "statusChange",
      ...common,
      seconds: 30,
      silenceSeconds: 0,
    });
    expect(parse({ type: "subTicketStatus" })).toEqual({
      type: "subTicketStatus",
      ...common,
      seconds: 30,
    });
    expect(parse({ type: "gitCommit" })).toEqual({
      type: "gitCommit",
      ...common,
      seconds: 60,
      ignoreAuthors: ["noreply@anthropic.com"],
    });
    expect(parse({ type: "interval" })).toEqual({ type: "interval", ...common, seconds: 60 });
    expect(parse({ type: "boardIdle" })).toEqual({
      type: "boardIdle",
      ...common,
      seconds: 60,
      idleColumns: ["Done", "Review"],
      minutes: 0,
    });
    expect(parse({ type: "agentInactivity" })).toEqual({
      type: "agentInactivity",
      ...common,
      seconds: 60,
      minutesIdle: 45,
    });
  });

  it.each(Object.keys(triggers))("of %s take both names of the poll period", (type) => {
    expect(parse({ type, pollSeconds: 7 }).seconds).toBe(7);
    expect(parse({ type, seconds: 8 }).seconds).toBe(8);
  });

  it("read the spellings and left-over keys of older files without a warning", () => {
    expect(parse({ type: "statusChange", status: "Done", debounceSeconds: 5 })).toMatchObject({
      to: "Done",
    });
    expect(
      parse({ Type: "subTicketStatus", ParentColumn: "Todo", debounceSeconds: 5 }),
    ).toMatchObject({ parentColumn: "Todo" });
    expect(parse({ type: "interval", seconds: null, cron: "0 9 * * *" })).toMatchObject({
      cron: "0 9 * * *",
    });
  });

  it("a bad cron does not stop other triggers: it disables its automation only", () => {
    const parsed = parseAutomations(
      JSON.stringify({
        automations: [
          { id: "bad", trigger: { type: "interval", cron: "0 25 * * *" }, actions: [] },
          { id: "good", trigger: { type: "interval", cron: "0 9 * * *" }, actions: [] },
        ],
      }),
    );
    if (!parsed.ok) throw new Error("expected a file that is in force");
    expect(parsed.disabled).toEqual([
      {
        id: "bad",
        path: "automations[0].trigger.cron",
        expected: expect.stringContaining("five fields (minute hour day month weekday)") as string,
        found: '"0 25 * * *"',
      },
    ]);
    expect(parsed.config.automations[1]?.disabledReason).toBeUndefined();
  });

  it.each(["--upload-pack=x", "a..b", "a b", "/x", "a//b", ".hidden"])(
    "refuse the branch %s",
    (branch) => expect(() => parse({ type: "gitCommit", branch })).toThrow("trigger.branch"),
  );

  it("are all in the published schema", () => {
    const text = JSON.stringify(automationsJsonSchema());
    for (const type of Object.keys(triggers)) expect(text).toContain(`"const":"${type}"`);
    expect(text).toContain('"silenceSeconds"');
    expect(text).toContain('"minutesIdle"');
  });
});

describe("what a firing still needs", () => {
  const snapshot = buildSnapshot({});
  const firing = {
    id: 1,
    dueAt: snapshot.now,
    createdAt: snapshot.now,
    failures: 0,
    payload: {},
    requestedBy: null,
  };
  const mismatches = (trigger: object, column: string | null, isOwed = true) => {
    const node = parse(trigger);
    const ticket = column === null ? null : buildTicket({ column });
    return triggerOf(node)?.mismatches(node, { snapshot, ticket, firing: isOwed ? firing : null });
  };

  it("statusChange: the ticket still is where it went", () => {
    expect(mismatches({ type: "statusChange", to: "Review" }, "Review")).toEqual([]);
    expect(mismatches({ type: "statusChange", to: "Review" }, "Todo")).toMatchObject([
      { part: "column", columns: ["Review"], column: "Todo", unknownColumns: [] },
    ]);
    expect(mismatches({ type: "statusChange", from: "Todo" }, "Done")).toEqual([]);
    expect(mismatches({ type: "statusChange", to: "Nowhere" }, "Todo")).toMatchObject([
      { unknownColumns: ["Nowhere"] },
    ]);
    expect(mismatches({ type: "statusChange", to: "Review" }, "Review", false)).toEqual([
      { part: "event", waitsFor: "a move to Review" },
    ]);
  });

  it("subTicketStatus: the parent still is in its column", () => {
    const trigger = { type: "subTicketStatus", parentColumn: "InProgress" };
    expect(mismatches(trigger, "InProgress")).toEqual([]);
    expect(mismatches(trigger, "Done")).toMatchObject([{ part: "column", column: "Done" }]);
    expect(mismatches({ type: "subTicketStatus" }, "Done")).toEqual([]);
  });

  it("triggers without a ticket select none, and need none", () => {
    for (const type of ["gitCommit", "interval", "boardIdle", "agentInactivity"]) {
      expect(mismatches({ type }, null)).toEqual([]);
      expect(mismatches({ type }, null, false)).toMatchObject([{ part: "event" }]);
      expect(mismatches({ type }, "Todo")).toMatchObject([{ part: "event" }]);
    }
  });
});

describe("nextIntervalTime", () => {
  const at = (text: string): Date => new Date(`2026-05-01T${text}Z`);
  it("keeps its rhythm, however late it is asked", () => {
    const every = (from: string) =>
      nextIntervalTime({ seconds: 60 }, "UTC", at("10:00:10"), at(from))
        ?.toISOString()
        .slice(11, 19);
    expect(every("10:00:10")).toBe("10:01:10");
    expect(every("10:00:59")).toBe("10:01:10");
    expect(every("10:01:10")).toBe("10:02:10");
    expect(every("12:34:56")).toBe("12:35:10");
  });
});

describe("sentences", () => {
  it.each([
    [
      { type: "statusChange", from: "Todo", to: "Done", silenceSeconds: 300 },
      "When a ticket moves from Todo to Done and nobody touched it for 5 min",
      "Quand un ticket passe de Todo à Done et que personne n’y a touché depuis 5 min",
    ],
    [
      { type: "statusChange" },
      "When a ticket moves to another column",
      "Quand un ticket passe dans une autre colonne",
    ],
    [
      { type: "subTicketStatus", parentColumn: "Todo" },
      "When a sub-ticket of a ticket in Todo moves, comes or goes",
      "Quand un sous-ticket d’un ticket dans Todo se déplace, arrive ou part",
    ],
    [
      { type: "gitCommit", branch: "main" },
      "When there are commits on main",
      "Quand il y a de nouveaux commits sur main",
    ],
    [{ type: "interval", seconds: 90 }, "Every 90 s", "Toutes les 90 s"],
    [{ type: "interval", seconds: 7200 }, "Every 2 h", "Toutes les 2 h"],
    [
      { type: "interval", cron: "0 9 * * MON-FRI" },
      "At the times 0 9 * * MON-FRI",
      "Aux heures 0 9 * * MON-FRI",
    ],
    [
      { type: "boardIdle", minutes: 5 },
      "When every ticket is in Done or Review and nothing runs for 5 min",
      "Quand tous les tickets sont dans Done ou Review et que rien ne tourne depuis 5 min",
    ],
    [
      { type: "agentInactivity" },
      "When nothing happened for 45 min",
      "Quand rien ne s’est passé depuis 45 min",
    ],
  ])("say what %o waits for", (trigger, en, fr) => {
    expect(words(trigger, "en")).toBe(en);
    expect(words(trigger, "fr")).toBe(fr);
  });
});
