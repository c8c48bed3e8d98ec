import { applyEdits, modify, parse } from "jsonc-parser";
import type { AgentType } from "#server/contracts/words.ts";

export interface NewAgent {
  slug: string;
  type: AgentType;
  /** Empty: the project's model. */
  model: string;
  /** null: it starts only by hand. */
  column: string | null;
  /** Where its tickets go as it starts; null: they stay. */
  workColumn: string | null;
}

const crafts: Record<AgentType, string> = {
  coder:
    "Change the code so that the ticket is done. Keep the change small, run the tests, and say in a comment what you changed and how you checked it.",
  devops:
    "Change what builds, ships and runs the product so that the ticket is done. Say before anything that cannot be undone.",
  researcher:
    "Find out what the ticket asks. Answer in a comment: the answer first, then the evidence with its sources.",
  analyst:
    "Read what the ticket names and report in a comment: findings first, each with the place it stands.",
  orchestrator:
    "Split the ticket into sub-tickets that one agent each can finish, with what is in and what is out of scope.",
};

/** The skill file of a new agent. */
export function newSkillText({ slug, type, model }: NewAgent): string {
  const lines = [
    "---",
    `name: ${slug}`,
    `type: ${type}`,
    ...(model.trim() === "" ? [] : [`model: ${model.trim()}`]),
    "---",
    "",
  ];
  return `${lines.join("\n")}\nYou are the ${slug} of this project.\n\n${crafts[type]}\n`;
}

/** The automation that starts it; null when it starts only by hand. */
export function newAutomation({
  slug,
  column,
  workColumn,
}: NewAgent): Record<string, unknown> | null {
  if (column === null) return null;
  const move =
    workColumn === null || workColumn === column
      ? []
      : [{ type: "moveTicketStatus", to: workColumn }];
  return {
    id: `${slug}-dispatch`,
    name: `${slug} dispatch`,
    trigger: { type: "ticketInColumn", columns: [column], assigneeSlug: slug },
    actions: [...move, { type: "runAgent", agent: slug }],
  };
}

/** The text of automations.json with one more automation at the end; comments and order stay. */
export function addAutomation(text: string | null, automation: Record<string, unknown>): string {
  const before = text === null || text.trim() === "" ? '{\n  "automations": []\n}\n' : text;
  const parsed: unknown = parse(before);
  const list: unknown =
    typeof parsed === "object" && parsed !== null ? Reflect.get(parsed, "automations") : null;
  const index = Array.isArray(list) ? list.length : 0;
  const path = Array.isArray(list) ? ["automations", index] : ["automations"];
  const value = Array.isArray(list) ? automation : [automation];
  const formattingOptions = { insertSpaces: true, tabSize: 2, eol: "\n" };
  return applyEdits(
    before,
    modify(before, path, value, { formattingOptions, isArrayInsertion: Array.isArray(list) }),
  );
}
