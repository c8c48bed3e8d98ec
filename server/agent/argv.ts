/** The command line of the CLI (runs.md §3). No data of tickets ever gets into it (S-15). */
import { judgeVersion, REFUSED_BELOW } from "./version.ts";

export type ArgvOptions = {
  session: { id: string; isResume: boolean };
  permissionMode: "default" | "acceptEdits" | "plan" | "bypassPermissions" | "dontAsk";
  allowedTools: string[];
  disallowedTools: string[];
  /** Our per-run settings file (`settings-file.ts`). */
  settingsPath: string;
  mcpConfigPath?: string | null;
  maxTurns?: number | null;
  /** USD; what the run may spend at all. */
  maxBudgetUsd?: number | null;
  model?: string | null;
  fallbackModel?: string | null;
};

/**
 * The whole argv after the program. The mode is always explicit: 2.1.285 to 2.1.300 default to
 * another one. Every flag here exists from {@link REFUSED_BELOW} on; an older CLI throws, it would
 * end with "unknown option". Variadic flags go as one comma-joined value, else they swallow what follows.
 */
export function buildArgv(options: ArgvOptions, cliVersion: string): string[] {
  const { session } = options;
  if (judgeVersion(cliVersion) === "refused") {
    throw new RangeError(`claude: expected version ${REFUSED_BELOW} or later, found ${cliVersion}`);
  }
  return [
    "-p",
    "--verbose",
    ...["--output-format", "stream-json"],
    ...["--input-format", "stream-json"],
    "--replay-user-messages",
    ...[session.isResume ? "--resume" : "--session-id", session.id],
    ...["--permission-mode", options.permissionMode],
    ...["--permission-prompt-tool", "stdio"],
    "--include-partial-messages",
    "--strict-mcp-config",
    ...flag("--mcp-config", options.mcpConfigPath),
    ...["--settings", options.settingsPath],
    ...flag("--max-turns", positive(options.maxTurns, 0)),
    ...flag("--max-budget-usd", positive(options.maxBudgetUsd, 4)),
    ...flag("--model", modelName(options.model)),
    ...flag("--fallback-model", modelName(options.fallbackModel)),
    ...flag("--allowedTools", joined(options.allowedTools)),
    ...flag("--disallowedTools", joined(options.disallowedTools)),
  ];
}

function flag(name: string, value: string | null | undefined): string[] {
  return value === null || value === undefined ? [] : [name, value];
}

function joined(rules: string[]): string | null {
  return rules.length === 0 ? null : rules.join(",");
}

function positive(value: number | null | undefined, digits: number): string | null {
  if (value === null || value === undefined) return null;
  if (!Number.isFinite(value) || value <= 0) {
    throw new RangeError(`limit: expected a number above 0, found ${value}`);
  }
  return String(Number(value.toFixed(digits)) || value);
}

/** A name must not look like a flag or carry anything else. */
function modelName(name: string | null | undefined): string | null {
  if (name === null || name === undefined || name === "") return null;
  if (!/^[A-Za-z0-9][A-Za-z0-9._:/@[\]-]{0,127}$/.test(name)) {
    throw new RangeError(`model: expected a model name, found ${JSON.stringify(name)}`);
  }
  return name;
}
