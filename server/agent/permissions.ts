/**
 * What an agent may do without asking: a level (ux.md 2) under a ceiling by agent type (rule 6).
 * `buildPermissions` gives the CLI's flags; `judgeToolUse` answers what the CLI asks.
 */
import type { AgentType, PermissionLevel } from "#server/contracts/words.ts";
import { err, ok } from "#server/lib/result.ts";
import type { Result } from "#server/lib/result.ts";
import { isBoardCurl } from "./curl-guard.ts";
import type { CurlGuard } from "./curl-guard.ts";
import { matchesRule } from "./tool-rules.ts";

export type CliPermissionMode = "default" | "acceptEdits" | "plan" | "bypassPermissions";

export const ROOT_REFUSAL =
  "Everything is not available to root: claude refuses to skip permissions for the root user. Choose Edit, or run Signalbox as a normal user.";

const READING_TOOLS = ["Read", "Glob", "Grep", "LS", "NotebookRead"];
const WRITING_TOOLS = ["Edit", "Write", "MultiEdit", "NotebookEdit"];
const EDIT_LEVEL_TOOLS = [...READING_TOOLS, "WebFetch", "WebSearch", "TodoWrite", "Task"];
/**
 * They promise a later turn of this process, which the board ends with its last result, or lead out of
 * the run's own folder: an agent that relies on them is never woken and never found.
 */
const BEYOND_A_RUN = [
  "ScheduleWakeup",
  "CronCreate",
  "CronDelete",
  "CronList",
  "Monitor",
  "EnterWorktree",
  "ExitWorktree",
];
/** They only talk to the person: no ceiling is above them. */
const TALKING_TOOLS = ["AskUserQuestion", "ExitPlanMode"];

/** `null`: all tools. Else the only rules that may pass, whoever allows them. */
const CEILINGS: Record<AgentType, { allow: string[]; deny: string[] } | null> = {
  coder: null,
  devops: null,
  researcher: { allow: looking(), deny: WRITING_TOOLS },
  analyst: { allow: looking(), deny: WRITING_TOOLS },
  orchestrator: {
    allow: ["Read", "Glob", "Grep", "TodoWrite", "Bash(curl *)"],
    deny: [...WRITING_TOOLS, "WebFetch", "WebSearch", "Task", "Agent"],
  },
};

function looking(): string[] {
  const commands = ["curl *", "git log *", "git diff *", "ls *", "rg *"];
  return [...EDIT_LEVEL_TOOLS, ...commands.map((command) => `Bash(${command})`)];
}

export type PermissionInput = {
  level: PermissionLevel;
  /** Null: no type, so no ceiling. */
  agentType: AgentType | null;
  /** The project's list, as commands: `npm test`, `git add`. */
  projectCommands: string[];
  /** More rules a person granted (skill's `allowedTools`, "always"). Inside the ceiling only. */
  grantedTools: string[];
  /** Front matter and contract: only these, where the list is there. Narrows. */
  onlyTools?: string[] | null;
  /** Front matter and contract: never these. */
  disallowedTools: string[];
  isRoot: boolean;
};

export type Permissions = {
  permissionMode: CliPermissionMode;
  allowedTools: string[];
  disallowedTools: string[];
};

/** The error is a sentence for people: Everything was chosen and the server runs as root. */
export function buildPermissions(input: PermissionInput): Result<Permissions, string> {
  const ceiling = input.agentType === null ? null : CEILINGS[input.agentType];
  if (input.level === "everything" && input.isRoot) return err(ROOT_REFUSAL);
  const wanted = [...toolsOfLevel(input), ...input.grantedTools];
  const allowedTools = wanted.filter(
    (rule) =>
      (ceiling === null || ceiling.allow.some((limit) => isNarrower(rule, limit))) &&
      (!input.onlyTools || input.onlyTools.some((limit) => isNarrower(rule, limit))),
  );
  return ok({
    permissionMode: modeOf(input, ceiling !== null || Boolean(input.onlyTools)),
    allowedTools: [...new Set(allowedTools)],
    disallowedTools: [
      ...new Set([...BEYOND_A_RUN, ...(ceiling?.deny ?? []), ...input.disallowedTools]),
    ],
  });
}

/** Skipping all permissions would skip a ceiling too: there the responder answers instead. */
function modeOf({ level }: PermissionInput, isBounded: boolean): CliPermissionMode {
  const modes: Record<PermissionLevel, CliPermissionMode> = {
    plan: "plan",
    ask: "default",
    edit: "acceptEdits",
    everything: isBounded ? "acceptEdits" : "bypassPermissions",
  };
  return modes[level];
}

function toolsOfLevel({ level, projectCommands }: PermissionInput): string[] {
  if (level === "plan" || level === "ask") return READING_TOOLS;
  return [...EDIT_LEVEL_TOOLS, ...projectCommands.map((command) => `Bash(${command}:*)`)];
}

/** `Bash(curl -s *)` is inside `Bash(curl *)`; `Read` is inside `Read`, `Read(x)` too. */
function isNarrower(rule: string, limit: string): boolean {
  if (rule === limit) return true;
  const [ruleTool, rulePattern] = split(rule);
  const [limitTool, limitPattern] = split(limit);
  if (ruleTool !== limitTool) return false;
  if (limitPattern === null) return true;
  if (rulePattern === null) return false;
  const base = stem(limitPattern);
  return (
    limitPattern !== base && (stem(rulePattern) === base || rulePattern.startsWith(`${base} `))
  );
}

function split(rule: string): [tool: string, pattern: string | null] {
  const found = /^([^(]+)\((.*)\)$/s.exec(rule);
  return found ? [found[1] ?? "", found[2] ?? ""] : [rule, null];
}

function stem(pattern: string): string {
  return pattern.replace(/(?::\*| \*|\*)$/, "");
}

export type ToolUse = { tool: string; input: Record<string, unknown> };
export type JudgeInput = PermissionInput & {
  guard: CurlGuard;
  /** Rules a person allowed for this run only. */
  runGrants: string[];
  /** The plan of a run at level Plan was approved: from there on it works as Edit. */
  isPlanApproved: boolean;
};
export type Judgement =
  | { answer: "allow"; reason: "board_curl" | "granted" | "level" }
  | { answer: "ask" }
  /** `message` is for the model. */
  | { answer: "deny"; message: string };

/** What our side of `--permission-prompt-tool` answers by itself; `ask` is for a person. */
export function judgeToolUse(use: ToolUse, input: JudgeInput): Judgement {
  if (TALKING_TOOLS.includes(use.tool)) return { answer: "ask" };
  const command = use.tool === "Bash" ? use.input["command"] : null;
  if (typeof command === "string" && isBoardCurl(command, input.guard)) {
    return { answer: "allow", reason: "board_curl" };
  }
  const outside = isOutsideCeiling(use, input);
  if (outside) return { answer: "deny", message: outside };
  if ([...input.runGrants, ...input.grantedTools].some((rule) => matchesRule(rule, use))) {
    return { answer: "allow", reason: "granted" };
  }
  const level = input.level === "plan" && input.isPlanApproved ? "edit" : input.level;
  if (level === "everything") return { answer: "allow", reason: "level" };
  if (level === "edit") {
    const rules = [
      ...toolsOfLevel({ ...input, level }),
      ...(input.isPlanApproved ? WRITING_TOOLS : []),
    ];
    if (rules.some((rule) => matchesRule(rule, use))) return { answer: "allow", reason: "level" };
  }
  return { answer: "ask" };
}

/** Nobody but a stored grant of an owner may lift a ceiling, so a card would be a lie (rule 6). */
function isOutsideCeiling(use: ToolUse, input: JudgeInput): string | null {
  const ceiling = input.agentType === null ? null : CEILINGS[input.agentType];
  const isDenied = [...(ceiling?.deny ?? []), ...input.disallowedTools].some((rule) =>
    matchesRule(rule, use),
  );
  const isMissing =
    (ceiling !== null && !ceiling.allow.some((rule) => matchesRule(rule, use))) ||
    (Boolean(input.onlyTools) && !input.onlyTools?.some((rule) => matchesRule(rule, use)));
  if (!isDenied && !isMissing) return null;
  const who = ceiling ? `An agent of type ${input.agentType}` : "This agent";
  return `${who} may not use ${use.tool} this way. Work without it, or say in your last message what you would need.`;
}
