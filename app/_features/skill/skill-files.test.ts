import { parse, parseTree } from "jsonc-parser";
import { describe, expect, it } from "vitest";
import { addAutomation, newAutomation, newSkillText, type NewAgent } from "./new-agent-files.ts";
import { lineOfKey, stripFrontMatter } from "./strip-front-matter.ts";

const agent: NewAgent = {
  slug: "qa-tester",
  type: "coder",
  model: " opus ",
  column: "Todo",
  workColumn: "InProgress",
};

describe("a new agent", () => {
  it("is one skill file with front matter", () => {
    expect(newSkillText(agent)).toMatch(
      /^---\nname: qa-tester\ntype: coder\nmodel: opus\n---\n\nYou are the qa-tester/,
    );
    expect(newSkillText({ ...agent, model: "" })).not.toContain("model:");
  });

  it("starts in its column, or only by hand", () => {
    expect(newAutomation(agent)).toMatchObject({
      trigger: { type: "ticketInColumn", columns: ["Todo"], assigneeSlug: "qa-tester" },
      actions: [
        { type: "moveTicketStatus", to: "InProgress" },
        { type: "runAgent", agent: "qa-tester" },
      ],
    });
    expect(newAutomation({ ...agent, column: null })).toBeNull();
    expect(newAutomation({ ...agent, workColumn: "Todo" })).toMatchObject({
      actions: [{ type: "runAgent" }],
    });
  });

  it("keeps comments, order and unknown keys of the file it is added to", () => {
    const text =
      '{\n  // the cap\n  "dailyBudgetUsd": 10,\n  "odd": [1, 2],\n  "automations": [\n    { "id": "a" } // first\n  ]\n}\n';
    const added = addAutomation(text, { id: "b" });
    expect(added).toContain("// the cap");
    expect(added).toContain("// first");
    expect(parse(added)).toEqual({
      dailyBudgetUsd: 10,
      odd: [1, 2],
      automations: [{ id: "a" }, { id: "b" }],
    });
  });

  it.each([null, "", "{}"])("makes the list where there is none (%j)", (text) => {
    const added = addAutomation(text, { id: "b" });
    expect(parseTree(added)).toBeDefined();
    expect(parse(added)).toEqual({ automations: [{ id: "b" }] });
  });
});

describe("stripFrontMatter", () => {
  it("removes the block at the start only", () => {
    expect(stripFrontMatter("---\na: 1\n---\ntext\n---\nmore")).toBe("text\n---\nmore");
    expect(stripFrontMatter("text\n---\na: 1\n---\n")).toBe("text\n---\na: 1\n---\n");
  });

  it("finds the line a remark belongs to", () => {
    expect(lineOfKey("---\nname: x\nmodel: y\n---\n", "model")).toBe(3);
    expect(lineOfKey("---\nallowedTools: []\n---\n", "allowedTools[0]")).toBe(2);
    expect(lineOfKey("text", "model")).toBe(1);
  });
});
