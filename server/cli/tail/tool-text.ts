import { createTwoFilesPatch, FILE_HEADERS_ONLY } from "diff";
import { plainLine, terminalLines } from "../../lib/terminal-text.ts";
import type { Paint } from "./paint.ts";

const MAX_DIFF_LINES = 40;
const MAX_OUTPUT_LINES = 6;

/** What a call is about, in a few plain words: its command, file, address or question. */
export function toolSubject(tool: string, input: unknown): string {
  const subject =
    textOf(input, "command", "file_path", "notebook_path", "url", "query", "pattern", "path") ??
    textOf(input, "description", "prompt", "skill");
  return plainLine(subject ?? (tool === "TodoWrite" ? "" : briefly(input)));
}

/** The name a person knows it by; tools of MCP servers read "server: tool". */
export function toolName(tool: string): string {
  const mcp = /^mcp__(.+?)__(.+)$/.exec(tool);
  return plainLine(mcp ? `${mcp[1]}: ${mcp[2]}` : tool);
}

/** The lines an edit takes away and adds, from its own arguments; empty for other tools. */
export function editLines(input: unknown, paint: Paint): string[] {
  const lines = editsOf(input).flatMap(([before, after]) => diffOf(before, after));
  const shown = lines.slice(0, MAX_DIFF_LINES).map((line) => paintDiff(line, paint));
  const rest = lines.length - shown.length;
  return rest > 0 ? [...shown, paint("dim", `… ${rest} more lines`)] : shown;
}

/** The first lines of what a failed call said. */
export function outputLines(text: string, hasColour: boolean): string[] {
  const lines = terminalLines(text.trimEnd(), { hasColour }).filter((line) => line.trim() !== "");
  const rest = lines.length - MAX_OUTPUT_LINES;
  return rest > 0 ? [...lines.slice(0, MAX_OUTPUT_LINES), `… ${rest} more lines`] : lines;
}

function diffOf(before: string, after: string): string[] {
  if (before === "") return linesOf(after).map((line) => `+${line}`);
  const patch = createTwoFilesPatch("", "", before, after, "", "", {
    context: 1,
    headerOptions: FILE_HEADERS_ONLY,
  });
  return linesOf(patch).filter(
    (line) => /^[-+ ]/.test(line) && !/^(---|\+\+\+) ?$/.test(line.trim()),
  );
}

function paintDiff(line: string, paint: Paint): string {
  const plain = terminalLines(line, { hasColour: false }).join(" ");
  if (plain.startsWith("+")) return paint("green", plain);
  if (plain.startsWith("-")) return paint("red", plain);
  return paint("dim", plain);
}

function editsOf(input: unknown): [before: string, after: string][] {
  const content = textOf(input, "content", "new_source");
  if (content !== null) return [["", content]];
  const list: unknown =
    typeof input === "object" && input !== null ? Reflect.get(input, "edits") : null;
  const edits: unknown[] = Array.isArray(list) ? list : [input];
  return edits.flatMap((edit): [string, string][] => {
    const before = textOf(edit, "old_string");
    const after = textOf(edit, "new_string");
    return before === null || after === null ? [] : [[before, after]];
  });
}

function linesOf(text: string): string[] {
  const lines = text.split(/\r\n|\n|\r/);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

function textOf(input: unknown, ...names: string[]): string | null {
  if (typeof input !== "object" || input === null) return null;
  for (const name of names) {
    const value: unknown = Reflect.get(input, name);
    if (typeof value === "string") return value;
  }
  return null;
}

function briefly(input: unknown): string {
  const text = JSON.stringify(input) ?? "";
  return text === "{}" ? "" : text.slice(0, 200);
}
