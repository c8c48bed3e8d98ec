import type { FieldChange } from "#server/contracts/activity.ts";
import { priorities } from "#server/contracts/words.ts";

/** Priorities as existing activity entries spell them (compat §2.3). */
const priorityTexts: Record<string, string> = {
  Idea: "Idea",
  NiceToHave: "Nice to have",
  Required: "Required",
  Critical: "Critical",
};

const kindTexts: Record<string, string> = {
  ticket_created: "Created",
  ticket_deleted: "Deleted",
  ticket_restored: "Restored",
  comment_added: "Comment added",
  comment_edited: "Comment edited",
  comment_deleted: "Comment deleted",
  run_requested: "Run requested",
  run_withdrawn: "Run withdrawn",
  run_admitted: "Run started",
  run_running: "Run running",
  run_asks: "Run asks",
  run_answered: "Question answered",
  run_stop_requested: "Stop requested",
  run_ended: "Run ended",
  run_message: "Message sent",
  run_taken_over: "Session taken over",
  run_given_back: "Session given back",
  group_released: "Group released",
  run_undone: "Changes undone",
  stop_lifted: "Stop lifted",
  budget_noted: "Day's budget",
  ticket_imported: "Imported",
};

function text(value: unknown): string {
  if (value === null || value === undefined || value === "") return "nobody";
  return typeof value === "string" || typeof value === "number"
    ? String(value)
    : JSON.stringify(value);
}

function priorityText(value: unknown): string {
  const word = typeof value === "number" ? priorities[value] : text(value);
  return priorityTexts[word ?? ""] ?? text(value);
}

/** The part that carries data is what skills and importers read: `old → new`, spaces on both sides. */
function changeText({ field, from, to }: FieldChange): string {
  switch (field) {
    case "title":
      return `Title: "${text(from)}" → "${text(to)}"`;
    case "description":
      return "Description changed";
    case "priority":
      return `Priority: ${priorityText(from)} → ${priorityText(to)}`;
    case "assignee":
      return `Assignee: ${text(from)} → ${text(to)}`;
    case "status":
      return from === null ? `Column: ${text(to)}` : `Column: ${text(from)} → ${text(to)}`;
    case "parent":
      return to === null ? `Parent removed: #${text(from)}` : `Parent: #${text(to)}`;
    case "labels":
      return `Labels: ${listText(from)} → ${listText(to)}`;
    case "blockers":
      return `Blockers: ${listText(from)} → ${listText(to)}`;
    case "order":
      return "Order changed";
  }
}

function listText(value: unknown): string {
  return Array.isArray(value) && value.length > 0 ? value.map(String).join(", ") : "none";
}

/** One entry of a ticket's history in words (compat §2.3). */
export function activityText(kind: string, data: unknown): string {
  // Told by another board, in its own words (compat §2.3).
  if (kind === "history_imported") return (data as { text?: string }).text ?? kind;
  const { changes, actions, agent, outcome } = data as {
    changes?: FieldChange[];
    /** What became of a rule's actions, a sentence each. */
    actions?: { text: string }[];
    agent?: string;
    outcome?: string;
  };
  const parts = [
    ...(kind === "ticket_created" ? [] : (changes ?? []).map(changeText)),
    ...(actions ?? []).map((action) => action.text),
  ];
  const subject =
    agent === undefined ? "" : `: ${agent}${outcome === undefined ? "" : ` (${outcome})`}`;
  const own = kindTexts[kind];
  return own === undefined ? parts.join("; ") || kind : [`${own}${subject}`, ...parts].join("; ");
}
