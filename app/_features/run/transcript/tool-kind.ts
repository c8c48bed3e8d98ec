/** What a tool does, as far as rows, filters and groups care. Unknown and MCP tools are `other`. */
export type ToolKind =
  "read" | "edit" | "command" | "web" | "todo" | "agent" | "ask" | "plan" | "other";

const kinds: Record<string, ToolKind> = {
  Read: "read",
  Grep: "read",
  Glob: "read",
  LS: "read",
  NotebookRead: "read",
  Edit: "edit",
  MultiEdit: "edit",
  Write: "edit",
  NotebookEdit: "edit",
  Bash: "command",
  BashOutput: "command",
  KillShell: "command",
  WebFetch: "web",
  WebSearch: "web",
  TodoWrite: "todo",
  TaskCreate: "todo",
  TaskUpdate: "todo",
  TaskGet: "todo",
  TaskList: "todo",
  Task: "agent",
  Agent: "agent",
  AskUserQuestion: "ask",
  ExitPlanMode: "plan",
};

export function toolKind(tool: string): ToolKind {
  return Object.hasOwn(kinds, tool) ? (kinds[tool] ?? "other") : "other";
}

/** A string argument of a tool's input, or null: inputs come from a model and may hold anything. */
export function inputText(input: unknown, ...names: string[]): string | null {
  if (typeof input !== "object" || input === null) return null;
  for (const name of names) {
    const value: unknown = Reflect.get(input, name);
    if (typeof value === "string") return value;
  }
  return null;
}
