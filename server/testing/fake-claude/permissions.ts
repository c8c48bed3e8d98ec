/** Which tool calls run, which ask and which are refused, after the table of the real CLI's modes. */
import { readFileSync } from "node:fs";
import path from "node:path";
import type { Arguments } from "./arguments.ts";

export type Decision = "allow" | "ask" | "refuse";
type Input = Record<string, unknown>;

const READ_TOOLS = new Set(["Read", "Glob", "Grep", "TodoWrite", "Task"]);
const WRITE_TOOLS = new Set(["Write", "Edit"]);
const READ_ONLY_COMMAND =
  /^(ls|cat|grep|rg|head|tail|pwd|echo|wc|git (status|diff|log))\b[^;&|<>`$]*$/;
const FILE_COMMAND = /^(mkdir|rm|touch|sed -i)\b[^;&|`$]*$/;

export function decide(
  tool: string,
  input: Input,
  args: Arguments,
  mode: string,
  cwd: string,
): Decision {
  const deny = [...args.disallowedTools, ...deniedBySettings(args.settings)];
  if (deny.some((rule) => matches(rule, tool, input, cwd))) return "refuse";
  if (tool === "AskUserQuestion" || tool === "ExitPlanMode") return "ask";
  if (mode === "bypassPermissions") return "allow";
  if (READ_TOOLS.has(tool)) return "allow";
  if (args.allowedTools.some((rule) => matches(rule, tool, input, cwd))) return "allow";
  const command = typeof input["command"] === "string" ? input["command"] : "";
  if (tool === "Bash" && READ_ONLY_COMMAND.test(command)) return "allow";
  if (mode === "acceptEdits" && (WRITE_TOOLS.has(tool) || FILE_COMMAND.test(command))) {
    return "allow";
  }
  return args.hasPermissionPrompt ? "ask" : "refuse";
}

function deniedBySettings(file: string | null): string[] {
  if (file === null) return [];
  const text = file.trim().startsWith("{") ? file : readFileSync(file, "utf8");
  const settings = JSON.parse(text) as { permissions?: { deny?: string[] } };
  return settings.permissions?.deny ?? [];
}

function matches(rule: string, tool: string, input: Input, cwd: string): boolean {
  const found = /^([^(]+)(?:\((.*)\))?$/s.exec(rule);
  if (!found || found[1] !== tool) return false;
  const pattern = found[2];
  if (pattern === undefined) return true;
  if (tool === "Bash") {
    const command = String(input["command"] ?? "");
    const prefix = pattern.replace(/(:\*| \*|\*)$/, "");
    return prefix === pattern ? command === pattern : command.startsWith(prefix);
  }
  const file = path.resolve(cwd, String(input["file_path"] ?? ""));
  const target = path.resolve(cwd, pattern.replace(/\/\*\*$/, "").replace(/^\.?\//, ""));
  return file === target || (pattern.endsWith("/**") && file.startsWith(`${target}/`));
}
