import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readConfig } from "../testing/board.ts";
import { parseAutomations } from "./config.ts";
import { findLoops } from "./loops.ts";

const cast = { writers: new Set(["programmer", "fixer"]) };
const loops = (...automations: object[]) =>
  findLoops(readConfig(automations), cast).map(({ ids }) => ids.join(" "));

const inColumn = (column: string, more: object = {}) => ({
  type: "ticketInColumn",
  columns: [column],
  ...more,
});
const moveTo = (to: string, more: object = {}) => ({ type: "moveTicketStatus", to, ...more });
const run = (agent: string) => ({ type: "runAgent", agent });

const review = {
  id: "review",
  trigger: inColumn("Review"),
  actions: [run("reviewer"), moveTo("Todo", { on: "failed" })],
};
const fix = {
  id: "fix",
  trigger: inColumn("Todo"),
  actions: [moveTo("InProgress"), run("fixer"), moveTo("Review")],
};

describe("findLoops", () => {
  it("finds review and fix, whichever stands first", () => {
    expect(loops(review, fix)).toEqual(["review fix"]);
    expect(loops(fix, review)).toEqual(["fix review"]);
  });

  it("says nothing where only a person moves the card back", () => {
    expect(loops({ ...review, actions: [run("reviewer")] }, fix)).toEqual([]);
  });

  it("says nothing of rules that are off or cannot be read", () => {
    expect(loops({ ...review, enabled: false }, fix)).toEqual([]);
    expect(loops({ ...review, conditions: [{ type: "ofALaterVersion" }] }, fix)).toEqual([]);
  });

  it("goes by who has the ticket", () => {
    const forFixer = { ...fix, trigger: inColumn("Todo", { assigneeSlug: "fixer" }) };
    const givesTo = (slug: string) => ({
      ...review,
      actions: [run("reviewer"), { type: "assignTicket", slug }, moveTo("Todo")],
    });
    expect(loops(givesTo("fixer"), forFixer)).toEqual(["review fix"]);
    const keeps = {
      ...review,
      trigger: inColumn("Review", { assigneeSlug: "ada" }),
      actions: [moveTo("Todo")],
    };
    expect(loops(keeps, forFixer)).toEqual([]);
  });

  it("is ended by a label that is set on the way and forbidden on it", () => {
    const once = {
      ...review,
      conditions: [{ type: "labels", labels: ["Reviewed"], negate: true }],
      actions: [...review.actions, { type: "setLabels", add: ["reviewed"] }],
    };
    expect(loops(once, fix)).toEqual([]);
    const forgets = {
      ...fix,
      actions: [...fix.actions, { type: "setLabels", remove: ["reviewed"] }],
    };
    expect(loops(once, forgets)).toEqual(["review fix"]);
  });

  it("follows moves between columns by their event", () => {
    const there = {
      id: "there",
      trigger: { type: "statusChange", to: "B" },
      actions: [moveTo("A")],
    };
    const back = {
      id: "back",
      trigger: { type: "statusChange", from: "B", to: "A" },
      actions: [moveTo("B")],
    };
    expect(loops(there, back)).toEqual(["there back"]);
    const fromElsewhere = { ...back, trigger: { type: "statusChange", from: "C", to: "A" } };
    expect(loops(there, fromElsewhere)).toEqual([]);
  });

  it("follows comments of agents, and not those of people", () => {
    const answers = (id: string, agent: string, authors: string[]) => ({
      id,
      trigger: { type: "ticketCommentAdded", authors },
      actions: [run(agent)],
    });
    expect(loops(answers("a", "reviewer", ["owner"]), answers("b", "fixer", ["owner"]))).toEqual(
      [],
    );
    expect(loops(answers("a", "reviewer", []), answers("b", "fixer", []))).toEqual(["a b"]);
    expect(loops(answers("a", "reviewer", []))).toEqual([]);
    expect(loops(answers("a", "reviewer", ["reviewer"]))).toEqual(["a"]);
  });

  it("follows a rule's own comments only where they are named", () => {
    const says = (id: string, authors: string[]) => ({
      id,
      trigger: { type: "ticketCommentAdded", authors },
      actions: [{ type: "addComment", content: "noted" }],
    });
    expect(loops(says("a", ["automation"]), says("b", ["automation"]))).toEqual(["a b"]);
    expect(loops(says("a", ["automation"]))).toEqual([]);
    expect(loops(says("a", []), says("b", []))).toEqual([]);
  });

  it("sees two rules that wake each other over a card that stays", () => {
    const remark = (id: string) => ({
      id,
      trigger: inColumn("Todo"),
      actions: [{ type: "addComment", content: "still there" }],
    });
    expect(loops(remark("a"), remark("b"))).toEqual(["a b"]);
    expect(loops(remark("a"))).toEqual([]);
  });

  it("sees a rule that makes its own next ticket", () => {
    const make = (title: string) => ({
      id: "make",
      trigger: inColumn("Todo"),
      actions: [{ type: "createTicket", title, status: "Todo" }],
    });
    expect(loops(make("Follow up {title}"))).toEqual(["make"]);
    expect(loops(make("Weekly report"))).toEqual([]);
  });

  it("sees work that makes new work each time the board is idle", () => {
    const idle = {
      id: "idle",
      trigger: { type: "boardIdle" },
      actions: [{ type: "createTicket", title: "Tidy up {now}", status: "Todo" }],
    };
    expect(loops(fix, idle)).toEqual(["fix idle"]);
  });

  it("does not take the way up to a parent for a loop", () => {
    const parent = {
      id: "parent",
      trigger: { type: "subTicketStatus" },
      actions: [moveTo("Todo")],
    };
    expect(loops(parent, fix)).toEqual([]);
    const splits = {
      ...parent,
      actions: [
        { type: "createTicket", title: "Next of {title}", status: "Todo", parentId: "{ticketId}" },
      ],
    };
    expect(loops(splits, fix)).toEqual(["parent fix"]);
  });

  it("follows commits only where those of agents count", () => {
    const audit = (ignoreAuthors: string[]) => ({
      id: "audit",
      trigger: { type: "gitCommit", ignoreAuthors },
      actions: [{ type: "createTicket", title: "Audit {now}", status: "Todo" }],
    });
    expect(loops(fix, audit([]))).toEqual(["fix audit"]);
    expect(loops(fix, audit(["noreply@anthropic.com"]))).toEqual([]);
  });

  it("says nothing of the starter kit", () => {
    const kit = parseAutomations(readFileSync("skills/automations.json", "utf8"));
    expect(kit.ok && findLoops(kit.config, cast)).toEqual([]);
  });
});
