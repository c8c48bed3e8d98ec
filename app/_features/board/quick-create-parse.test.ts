import { describe, expect, it } from "vitest";
import type { Label, Member } from "#server/contracts/ticket.ts";
import { findPriority, parseQuickCreate, splitPasted } from "./quick-create-parse.ts";

const member = (slug: string, name: string, kind: Member["kind"]): Member => ({
  id: 1,
  name,
  slug,
  kind,
  type: null,
  isHeld: false,
  hasSkill: true,
});
const members = [
  member("programmer", "programmer", "agent"),
  member("ada", "Ada Lovelace", "person"),
];
const labels: Label[] = [{ id: 1, name: "cart", color: "#123456" }];
const parse = (line: string) => parseQuickCreate(line, members, labels);

describe("parseQuickCreate", () => {
  it("takes assignee, label and priority out of the title, wherever they stand", () => {
    expect(parse("Add VAT @programmer field #Cart !required")).toMatchObject({
      title: "Add VAT field",
      assignee: { slug: "programmer" },
      labels: ["cart"],
      priority: "Required",
    });
  });

  it("finds a person by name", () => {
    expect(parse("Call @ada-lovelace").assignee?.slug).toBe("ada");
  });

  it("keeps ticket numbers, mail addresses and lone signs in the title", () => {
    const line = "Like #42 and #43, mail a@b.c # now ! see C# !!";
    expect(parse(line)).toMatchObject({
      title: line,
      unknown: { assignees: [], labels: [], priorities: [] },
    });
  });

  it("names what the board does not know, and leaves it out of the title", () => {
    expect(parse("Fix @nobody #new !asap")).toMatchObject({
      title: "Fix",
      unknown: { assignees: ["nobody"], labels: ["new"], priorities: ["asap"] },
    });
  });

  it("lets a backslash keep a sign", () => {
    expect(parse("Use \\#hash and \\@at").title).toBe("Use #hash and @at");
  });

  it("keeps the last of two assignees and each label once", () => {
    expect(parse("x @ada @programmer #cart #cart")).toMatchObject({
      assignee: { slug: "programmer" },
      labels: ["cart"],
    });
  });

  it("has no title in an empty line", () => {
    expect(parse("   ").title).toBe("");
  });
});

describe("findPriority", () => {
  it("knows words, beginnings and numbers", () => {
    expect(["critical", "crit", "Req", "nicetohave", "3", "0"].map(findPriority)).toEqual([
      "Critical",
      "Critical",
      "Required",
      "NiceToHave",
      "Critical",
      "Idea",
    ]);
    expect(["c", "9", "urgent"].map(findPriority)).toEqual([null, null, null]);
  });
});

describe("splitPasted", () => {
  it("takes bullets, numbers and boxes off a list", () => {
    expect(splitPasted("- one\n* [ ] two\r\n3. three\n\n  • four @ada\n[x] five\nsix")).toEqual([
      "one",
      "two",
      "three",
      "four @ada",
      "five",
      "six",
    ]);
  });
});
