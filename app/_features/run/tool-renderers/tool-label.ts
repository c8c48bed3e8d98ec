import type { Translate } from "#app/_lib/i18n/translate.ts";
import type { toolWords } from "./words.ts";

type RunKey = keyof (typeof toolWords)["en"];
const labels: Readonly<Record<string, RunKey>> = {
  Read: "tool.Read",
  Grep: "tool.Grep",
  Glob: "tool.Glob",
  LS: "tool.LS",
  Edit: "tool.Edit",
  MultiEdit: "tool.MultiEdit",
  Write: "tool.Write",
  NotebookEdit: "tool.NotebookEdit",
  Bash: "tool.Bash",
  WebFetch: "tool.WebFetch",
  WebSearch: "tool.WebSearch",
  TodoWrite: "tool.TodoWrite",
  Task: "tool.Task",
  Agent: "tool.Task",
  AskUserQuestion: "tool.AskUserQuestion",
  ExitPlanMode: "tool.ExitPlanMode",
};

type PlainLabel = "tool.Read";

/** A tool's name in the reader's language; unknown ones keep theirs, MCP tools read "server: tool". */
export function toolLabel(tool: string, t: Translate<(typeof toolWords)["en"]>): string {
  const key = Object.hasOwn(labels, tool) ? labels[tool] : undefined;
  // Every label above is a plain entry without values; the union of all keys would ask for them.
  if (key !== undefined) return t(key as PlainLabel);
  const mcp = /^mcp__(.+?)__(.+)$/.exec(tool);
  return mcp ? `${mcp[1]}: ${mcp[2]}` : tool;
}
