import { inputText } from "../transcript/tool-kind.ts";

/**
 * The rule "always for this agent" adds to the skill's `allowedTools`, as the server makes it: a
 * command by its first words, any other tool by its name.
 */
export function permissionRule(tool: string, input: unknown): string {
  const command = inputText(input, "command");
  if (tool !== "Bash" || command === null) return tool;
  const words = command.trim().split(/\s+/);
  const [program = "", second = ""] = words;
  const isPlain = (word: string) => /^[\w./@-]+$/.test(word);
  if (!isPlain(program)) return `Bash(${command})`;
  const prefix = /^[a-z][\w:-]*$/.test(second) ? `${program} ${second}` : program;
  return `Bash(${prefix}:*)`;
}
