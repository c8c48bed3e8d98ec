import type { NormalisedEvent } from "#server/contracts/run-event.ts";

const MAX_CHARACTERS = 160;
/** The argument that says most about a call, by tool. */
const telling = [
  "file_path",
  "path",
  "pattern",
  "command",
  "url",
  "query",
  "description",
  "prompt",
];

/** One short line for "what does it do right now"; null when the event is no action. */
export function describeAction(event: NormalisedEvent): string | null {
  if (event.parent !== null || event.kind !== "tool_call") return null;
  const { tool, input } = event.payload;
  const fields =
    typeof input === "object" && input !== null ? (input as Record<string, unknown>) : {};
  const key = telling.find((name) => typeof fields[name] === "string");
  const detail = key === undefined ? "" : (String(fields[key]).split("\n")[0] ?? "");
  return `${tool} ${shorten(key, detail)}`.trim().slice(0, MAX_CHARACTERS);
}

/** A file by its last two names; a call to the board by its method and path, without its headers. */
function shorten(key: string | undefined, detail: string): string {
  if (key === "file_path" || key === "path") return detail.split("/").slice(-2).join("/");
  if (key !== "command" || !/^curl\s/.test(detail)) return detail;
  const path = /_API_URL\}?(\/[^\s"']*)/.exec(detail)?.[1];
  if (path === undefined) return detail;
  const method = /(?:-X|--request)\s*([A-Z]+)/.exec(detail)?.[1] ?? "GET";
  return `curl ${method} ${path}`;
}

/** Calls after which a run has achieved something: a file written, a commit, a write to the board. */
export function isProgress(event: NormalisedEvent): boolean {
  if (event.kind !== "tool_call") return false;
  const { tool, input } = event.payload;
  if (["Edit", "Write", "MultiEdit", "NotebookEdit"].includes(tool)) return true;
  const command = tool === "Bash" ? (input as { command?: unknown }).command : null;
  if (typeof command !== "string") return false;
  return (
    /\bgit commit\b/.test(command) ||
    /\bcurl\b.*(-X\s*|--request\s+)(POST|PATCH|PUT)|\bcurl\b.*(-d|--data|--json)\b/s.test(command)
  );
}
