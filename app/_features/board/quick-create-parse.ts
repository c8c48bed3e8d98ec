import type { Label, Member } from "#server/contracts/ticket.ts";
import { priorities, type Priority } from "#server/contracts/words.ts";

export interface QuickCreate {
  title: string;
  assignee: Member | null;
  /** Names of known labels, spelt as the board spells them. */
  labels: string[];
  priority: Priority | null;
  /** Tokens that name nothing on this board; `#words` among them become labels when wished. */
  unknown: { assignees: string[]; labels: string[]; priorities: string[] };
}

const priorityWords: Readonly<Record<string, Priority>> = {
  idea: "Idea",
  nice: "NiceToHave",
  nicetohave: "NiceToHave",
  required: "Required",
  critical: "Critical",
};

/** `!required`, `!crit`, `!2` (0 Idea to 3 Critical). */
export function findPriority(word: string): Priority | null {
  const plain = word.toLowerCase();
  if (/^[0-3]$/.test(plain)) return priorities[Number(plain)] ?? null;
  if (plain.length < 2) return null;
  const name = Object.keys(priorityWords).find((known) => known.startsWith(plain));
  return name === undefined ? null : (priorityWords[name] ?? null);
}

function findMember(members: readonly Member[], word: string): Member | null {
  const plain = word.toLowerCase();
  return (
    members.find((member) => member.slug.toLowerCase() === plain) ??
    members.find((member) => member.name.toLowerCase().replace(/\s+/g, "-") === plain) ??
    null
  );
}

/**
 * One line → a ticket (ux 38). A token is `@`, `#` or `!` at the start of a word; `#12` and a lone sign
 * stay in the title, as does everything behind a backslash (`\#hash`).
 */
export function parseQuickCreate(
  line: string,
  members: readonly Member[],
  labels: readonly Label[],
): QuickCreate {
  const parsed: QuickCreate = {
    title: "",
    assignee: null,
    labels: [],
    priority: null,
    unknown: { assignees: [], labels: [], priorities: [] },
  };
  const words: string[] = [];
  for (const word of line.trim().split(/\s+/)) {
    const name = word.slice(1);
    if (word.startsWith("\\") && /^[@#!]/.test(name)) words.push(name);
    else if (
      name === "" ||
      !/^[@#!]/.test(word) ||
      /^#\d+[.,;:)]*$/.test(word) ||
      /^[@#!]/.test(name)
    )
      words.push(word);
    else if (word.startsWith("@")) {
      const member = findMember(members, name);
      if (member) parsed.assignee = member;
      else parsed.unknown.assignees.push(name);
    } else if (word.startsWith("#")) {
      const label = labels.find((known) => known.name.toLowerCase() === name.toLowerCase());
      if (!label) parsed.unknown.labels.push(name);
      else if (!parsed.labels.includes(label.name)) parsed.labels.push(label.name);
    } else {
      const priority = findPriority(name);
      if (priority) parsed.priority = priority;
      else parsed.unknown.priorities.push(name);
    }
  }
  parsed.title = words.join(" ");
  return parsed;
}

/** Pasted lines as titles: bullets, numbers and boxes of a list are not part of them. */
export function splitPasted(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.replace(/^\s*(?:[-*+•]|\d+[.)])?\s*(?:\[[ xX]\])?\s*/, "").trim())
    .filter((line) => line !== "");
}
