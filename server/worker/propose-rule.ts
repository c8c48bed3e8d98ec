import type { LineFacts } from "../agent/normalise.ts";

type Request = NonNullable<LineFacts["request"]>;

/**
 * The rule that "for this run" and "always" would allow: what the CLI itself proposes, else exactly
 * this command, else the tool. Shown on the card before anybody presses anything (ux 2).
 */
export function proposeRule(request: Pick<Request, "tool" | "input" | "suggestions">): string {
  for (const suggestion of request.suggestions) {
    const { type, behavior, rules } = suggestion as {
      type?: unknown;
      behavior?: unknown;
      rules?: { toolName?: unknown; ruleContent?: unknown }[];
    };
    if (type !== "addRules" || behavior !== "allow" || !Array.isArray(rules)) continue;
    const [rule] = rules;
    if (typeof rule?.toolName !== "string") continue;
    return typeof rule.ruleContent === "string"
      ? `${rule.toolName}(${rule.ruleContent})`
      : rule.toolName;
  }
  const command = request.tool === "Bash" ? request.input["command"] : null;
  return typeof command === "string" ? `Bash(${command})` : request.tool;
}
