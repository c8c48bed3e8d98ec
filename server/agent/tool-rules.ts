/** Permission rules in the CLI's spelling: `Read`, `Bash(npm test:*)`, `Bash(git log *)`. */
import { splitPlainCommand } from "./shell-words.ts";

export type ToolUse = { tool: string; input: Record<string, unknown> };

/**
 * Whether a rule allows a use. A Bash prefix matches plain commands only: behind an operator
 * anything could follow. Patterns of other tools match their `file_path` or domain exactly.
 */
export function matchesRule(rule: string, use: ToolUse): boolean {
  const found = /^([A-Za-z_][\w-]*)(?:\((.*)\))?$/s.exec(rule);
  if (!found || found[1] !== use.tool) return false;
  const pattern = found[2];
  if (pattern === undefined || pattern === "*") return true;
  if (use.tool === "Bash") return matchesCommand(pattern, use.input["command"]);
  if (use.tool === "WebFetch") return matchesDomain(pattern, use.input["url"]);
  return use.input["file_path"] === pattern;
}

function matchesCommand(pattern: string, command: unknown): boolean {
  if (typeof command !== "string") return false;
  const prefix = pattern.replace(/(?::\*| \*)$/, "");
  if (prefix === pattern) return command.trim() === pattern;
  const words = splitPlainCommand(command, {});
  const wanted = prefix.split(/\s+/).filter(Boolean);
  return words !== null && wanted.length > 0 && wanted.every((word, at) => words[at] === word);
}

function matchesDomain(pattern: string, url: unknown): boolean {
  const domain = /^domain:(.+)$/.exec(pattern)?.[1];
  return (
    domain !== undefined &&
    typeof url === "string" &&
    URL.canParse(url) &&
    new URL(url).hostname === domain
  );
}
