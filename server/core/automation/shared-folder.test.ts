import { describe, expect, it } from "vitest";
import { readConfig } from "../testing/board.ts";
import { findFolderPairs } from "./shared-folder.ts";
import type { FolderFacts } from "./shared-folder.ts";
import { configWarnings } from "./warnings.ts";

const facts: FolderFacts = {
  writers: new Set(["programmer", "qa-tester"]),
  isolation: "workspace",
  isImported: false,
};
const rule = (id: string, agent: string, more: object = {}) => ({
  id,
  trigger: { type: "ticketInColumn", columns: [id] },
  actions: [{ type: "runAgent", agent, ...more }],
});
const pairs = (automations: object[], more: Partial<FolderFacts> = {}) =>
  findFolderPairs(readConfig(automations), { ...facts, ...more }).map(({ agents }) =>
    agents.join(" "),
  );

describe("findFolderPairs", () => {
  const both = [rule("A", "programmer"), rule("B", "qa-tester")];

  it("is empty where all writers share the default group", () => {
    expect(pairs(both)).toEqual([]);
  });

  it("names agents of an imported project, whose groups are their slugs", () => {
    expect(pairs(both, { isImported: true })).toEqual(["programmer qa-tester"]);
  });

  it("names agents whose groups differ, unless one excludes the other", () => {
    const own = rule("A", "programmer", { concurrencyGroup: "code" });
    expect(pairs([own, rule("B", "qa-tester")])).toEqual(["programmer qa-tester"]);
    const excluding = { concurrencyGroup: "code", mutuallyExclusiveWith: ["workspace"] };
    expect(pairs([rule("A", "programmer", excluding), rule("B", "qa-tester")])).toEqual([]);
  });

  it("leaves out readers and own copies", () => {
    const code = { concurrencyGroup: "code" };
    expect(pairs([rule("A", "reader", code), rule("B", "qa-tester")])).toEqual([]);
    expect(
      pairs([rule("A", "programmer", { ...code, isolation: "worktree" }), both[1] ?? {}]),
    ).toEqual([]);
    expect(pairs(both, { isImported: true, isolation: "worktree" })).toEqual([]);
  });

  it("names one agent that may work on two tickets at once", () => {
    expect(pairs([rule("A", "programmer", { concurrencyGroup: "t-{ticketId}" })])).toEqual([
      "programmer programmer",
    ]);
  });

  it("takes every writer where the assignee decides", () => {
    const open = rule("A", "{assignee}", { concurrencyGroup: "{assignee}" });
    expect(pairs([open])).toEqual(["programmer qa-tester"]);
  });
});

describe("configWarnings", () => {
  const columns = ["A", "B"];

  it("offers to share a group, with the actions to change", () => {
    const config = readConfig([
      rule("A", "programmer", { concurrencyGroup: "code" }),
      rule("B", "qa-tester"),
    ]);
    expect(configWarnings(config, { ...facts, columns })).toEqual([
      {
        path: "automations[0].actions[0]",
        message: "programmer and qa-tester may write the same folder at once",
        expected: "one group for both",
        found: "code and workspace",
        fix: {
          kind: "share_group",
          group: "workspace",
          actions: [
            ["automations", 0, "actions", 0],
            ["automations", 1, "actions", 0],
          ],
        },
      },
    ]);
  });

  it("shows the way of a loop by the names of its rules", () => {
    const config = readConfig([
      {
        id: "r",
        name: "review",
        trigger: { type: "statusChange", to: "A" },
        actions: [{ type: "moveTicketStatus", to: "B" }],
      },
      {
        id: "f",
        name: "fix",
        trigger: { type: "statusChange", to: "B" },
        actions: [{ type: "moveTicketStatus", to: "A" }],
      },
    ]);
    expect(configWarnings(config, { ...facts, columns })).toMatchObject([
      { path: "automations[0]", message: "loop: review → fix → review" },
    ]);
  });

  it("keeps the warnings about columns", () => {
    const config = readConfig([rule("Elsewhere", "programmer")]);
    expect(configWarnings(config, { ...facts, columns })).toMatchObject([
      { message: 'the board has no column "Elsewhere"' },
    ]);
  });
});
