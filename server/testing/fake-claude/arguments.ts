/** The flags of the real CLI that a board passes, with the same refusals. */

export type Arguments = {
  isPrint: boolean;
  isVerbose: boolean;
  outputFormat: string;
  inputFormat: string;
  isReplaying: boolean;
  isPartial: boolean;
  sessionId: string | null;
  resumeId: string | null;
  permissionMode: string;
  hasPermissionPrompt: boolean;
  allowedTools: string[];
  disallowedTools: string[];
  maxTurns: number | null;
  maxBudgetUsd: number | null;
  model: string;
  settings: string | null;
  positional: string[];
};

export class UsageError extends Error {}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const FLAGS_WITH_VALUE = new Set([
  "--output-format",
  "--input-format",
  "--session-id",
  "--resume",
  "--permission-mode",
  "--permission-prompt-tool",
  "--permission-prompts",
  "--allowedTools",
  "--disallowedTools",
  "--tools",
  "--mcp-config",
  "--settings",
  "--setting-sources",
  "--max-turns",
  "--max-budget-usd",
  "--model",
  "--fallback-model",
  "--append-system-prompt",
  "--system-prompt-snapshot",
  "--add-dir",
]);
const FLAGS = new Set([
  "-p",
  "--print",
  "--verbose",
  "--include-partial-messages",
  "--include-hook-events",
  "--replay-user-messages",
  "--strict-mcp-config",
  "--dangerously-skip-permissions",
  "--fork-session",
]);

/** Throws {@link UsageError} with the CLI's own wording. */
export function parseArguments(argv: string[]): Arguments {
  const values = new Map<string, string>();
  const flags = new Set<string>();
  const positional: string[] = [];
  for (let i = 0; i < argv.length; i += 1) {
    const word = argv[i] ?? "";
    if (word === "--") {
      positional.push(...argv.slice(i + 1));
      break;
    }
    if (FLAGS_WITH_VALUE.has(word)) {
      const value = argv[i + 1];
      if (value === undefined) throw new UsageError(`error: option '${word}' argument missing`);
      values.set(word, value);
      i += 1;
    } else if (FLAGS.has(word)) flags.add(word);
    else if (word.startsWith("-")) throw new UsageError(`error: unknown option '${word}'`);
    else positional.push(word);
  }
  return check(values, flags, positional);
}

function check(values: Map<string, string>, flags: Set<string>, positional: string[]): Arguments {
  const list = (name: string): string[] => splitRules(values.get(name) ?? "");
  const parsed: Arguments = {
    isPrint: flags.has("-p") || flags.has("--print"),
    isVerbose: flags.has("--verbose"),
    outputFormat: values.get("--output-format") ?? "text",
    inputFormat: values.get("--input-format") ?? "text",
    isReplaying: flags.has("--replay-user-messages"),
    isPartial: flags.has("--include-partial-messages"),
    sessionId: values.get("--session-id") ?? null,
    resumeId: values.get("--resume") ?? null,
    permissionMode: flags.has("--dangerously-skip-permissions")
      ? "bypassPermissions"
      : (values.get("--permission-mode") ?? "default"),
    hasPermissionPrompt: values.get("--permission-prompt-tool") === "stdio",
    allowedTools: list("--allowedTools"),
    disallowedTools: list("--disallowedTools"),
    maxTurns: numberOf(values, "--max-turns"),
    maxBudgetUsd: numberOf(values, "--max-budget-usd"),
    model: values.get("--model") ?? "demo-model",
    settings: values.get("--settings") ?? null,
    positional,
  };
  if (!parsed.isPrint) throw new UsageError("Error: the demo agent only runs with --print");
  if (parsed.outputFormat === "stream-json" && !parsed.isVerbose) {
    throw new UsageError(
      "Error: When using --print, --output-format=stream-json requires --verbose",
    );
  }
  for (const id of [parsed.sessionId, parsed.resumeId]) {
    if (id !== null && !UUID.test(id))
      throw new UsageError("Error: Invalid session ID. Must be a valid UUID.");
  }
  if (parsed.permissionMode === "bypassPermissions" && process.getuid?.() === 0) {
    throw new UsageError(
      "--dangerously-skip-permissions cannot be used with root/sudo privileges for security reasons",
    );
  }
  return parsed;
}

function numberOf(values: Map<string, string>, name: string): number | null {
  const text = values.get(name);
  if (text === undefined) return null;
  const value = Number(text);
  if (!Number.isFinite(value))
    throw new UsageError(`error: option '${name}' argument '${text}' is invalid`);
  return value;
}

/** Splits at commas and spaces outside brackets: `Bash(npm test:*),Edit`. */
export function splitRules(text: string): string[] {
  return [...text.matchAll(/[^\s,(]+(?:\([^)]*\))?/g)].map((match) => match[0]);
}
