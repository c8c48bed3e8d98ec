import { describe, expect, it } from "vitest";
import { dispatchRule, readConfig } from "../testing/board.ts";
import { describeAutomation, firstAgent } from "./describe.ts";

const sentence = (rule: Record<string, unknown>, locale?: "en" | "fr"): string | undefined => {
  const [automation] = readConfig([{ id: "a", ...rule }]).automations;
  return automation && describeAutomation(automation, locale);
};

describe("describeAutomation", () => {
  it("reads as a sentence", () => {
    expect(sentence(dispatchRule)).toBe(
      "For each ticket in Todo assigned to programmer: move it to InProgress, then run programmer",
    );
  });

  it("names conditions, and when what follows a run happens", () => {
    expect(
      sentence({
        trigger: { type: "ticketCommentAdded", authors: ["owner"], mentions: ["qa"] },
        conditions: [
          { type: "labels", labels: ["wip"], negate: true },
          { type: "minDescriptionLength", length: 20 },
        ],
        actions: [
          { type: "runAgent", agent: "{assignee}" },
          { type: "moveTicketStatus", to: "Review" },
          { type: "addComment", content: "x", on: "failed" },
          { type: "setLabels", add: ["seen"], remove: ["new"], on: "always" },
        ],
      }),
    ).toBe(
      "When owner comments on a ticket and names @qa, if it does not have the label wip and its description has at least 20 characters: run its assignee, then move it to Review, then comment if it failed, then add the label seen and remove the label new in any case",
    );
  });

  it("reads as a sentence in French too", () => {
    expect(
      sentence(
        {
          ...dispatchRule,
          conditions: [{ type: "labels", labels: ["blog", "news"], negate: true }],
        },
        "fr",
      ),
    ).toBe(
      "Pour chaque ticket dans Todo attribué à programmer, s’il n’a pas l’étiquette blog ou news\u00a0: le déplacer vers InProgress, puis lancer programmer",
    );
    expect(sentence({ trigger: { type: "moonPhase" }, actions: [] }, "fr")).toBe(
      "Sur moonPhase (non pris en charge)\u00a0: ne rien faire",
    );
  });

  it("has no English word left in French", () => {
    const both = (rule: Record<string, unknown>) => [sentence(rule), sentence(rule, "fr")];
    const nodes = [
      { type: "minDescriptionLength" },
      { type: "fieldLength" },
      { type: "labels", labels: ["x"] },
      { type: "priority", priorities: ["Idea"] },
      { type: "assignedTo" },
      { type: "assignedTo", slugs: ["qa"] },
      { type: "ticketInColumn", columns: ["Todo"], assigneeSlug: "qa" },
      { type: "ticketCountInColumn", sameAssignee: true },
      { type: "hasParent" },
      { type: "allSubTicketsInStatus" },
      { type: "ticketAge" },
    ];
    const conditions = nodes.flatMap((node) => [node, { ...node, negate: true }]);
    const actions = [
      { type: "runAgent", agent: "{assignee}" },
      { type: "assignTicket", slug: "qa", on: "failed" },
      { type: "assignTicket", on: "always" },
      { type: "setLabels", add: ["a"], remove: ["b"] },
      { type: "setLabels" },
      { type: "addComment", content: "x", author: "qa" },
    ];
    const trigger = { type: "ticketCommentAdded", mentions: ["qa"] };
    const [english, french] = both({ trigger, conditions, actions });
    expect(english).toMatch(/^When somebody comments on a ticket and names @qa, if /);
    expect(french).toMatch(/^Quand quelqu’un commente un ticket et nomme @qa, si /);
    expect(french).not.toMatch(/\b(?:the|it|its|is|has|and|or|not|with|label|than|as)\b/);
  });

  it("says what it cannot read", () => {
    expect(sentence({ trigger: { type: "moonPhase" }, actions: [] })).toBe(
      "On moonPhase (not supported): do nothing",
    );
  });

  it("names every condition's meaning", () => {
    const conditions = [
      { type: "fieldLength", field: "title", mode: "max", length: 60 },
      { type: "priority", priorities: ["Required", "Critical"] },
      { type: "assignedTo" },
      { type: "ticketInColumn", columns: ["Todo"], negate: true },
      { type: "ticketCountInColumn", operator: "<", value: 3, assigneeSlug: "qa" },
      { type: "hasParent" },
      { type: "allSubTicketsInStatus" },
      { type: "ticketAge", hours: 48, negate: true },
    ];
    expect(sentence({ trigger: dispatchRule.trigger, conditions, actions: [] })).toBe(
      "For each ticket in Todo assigned to programmer, if its title has at most 60 characters and its priority is Required or Critical and nobody is assigned to it and it is not in Todo and the count of tickets of qa in Todo, InProgress is < 3 and it has no parent and all its sub-tickets are in Done and it was created less than 48 hours ago: do nothing",
    );
  });
});

it("firstAgent is the agent of the first run, placeholders unfilled", () => {
  const [one, none] = readConfig([
    { ...dispatchRule, actions: [{ type: "runAgent", agent: "{assignee}" }] },
    { ...dispatchRule, id: "b", actions: [] },
  ]).automations;
  expect(one && firstAgent(one)).toBe("{assignee}");
  expect(none && firstAgent(none)).toBeNull();
});
