import type { ImportedAutomation, ImportReason } from "#server/contracts/import.ts";
import type { DisabledAutomation } from "#server/contracts/automation.ts";
import { actions } from "../automation/actions/registry.ts";
import type { Action } from "../automation/actions/registry.ts";
import type { Automation, AutomationsConfig } from "../automation/automation.ts";
import { conditions } from "../automation/conditions/registry.ts";
import { triggers } from "../automation/triggers/registry.ts";

/** What decides whether an automation of an older file works here. */
export interface ImportFacts {
  /** Names of the board's columns. */
  columns: ReadonlySet<string>;
  /** Kind of every member by slug. */
  members: ReadonlyMap<string, string>;
  /** Agents with a skill file. */
  skilled: ReadonlySet<string>;
  hasPowerShell: boolean;
  allowScripts: boolean;
  allowedHosts: ReadonlySet<string>;
}

const texts: Record<ImportReason["code"], string> = {
  unknown_type:
    "{path} is of the type {found}, which nothing here understands; it stays in the file",
  invalid_value: "{path}: expected {expected}, found {found}",
  no_powershell: "it runs PowerShell, and there is no pwsh on this machine",
  scripts_off: "it runs a program, and this machine runs none for rules",
  host_not_allowed: "it calls {host}, which is not on the project's list of hosts",
  missing_column: "the board has no column {columns}",
  missing_agent: "there is no member {agents}",
  agent_is_person: "{agents} is a person, so no agent can run",
  no_skill: "there is no skill file for {agents}",
};

/** Every automation as Works, Decide or Not supported, with all its reasons (ux.md 3). */
export function judgeAutomations(
  config: AutomationsConfig,
  disabled: readonly DisabledAutomation[],
  facts: ImportFacts,
): ImportedAutomation[] {
  return config.automations.map((automation) => {
    const broken = disabled.find((one) => one.id === automation.id);
    const reasons = [
      ...(broken === undefined ? [] : [brokenReason(broken)]),
      ...actionReasons(automation, facts),
      ...columnReasons(automation, facts),
      ...agentReasons(automation, facts),
    ];
    const isUnsupported = reasons.some(
      ({ code }) => code === "unknown_type" || code === "no_powershell",
    );
    return {
      id: automation.id,
      name: automation.name,
      enabled: automation.enabled,
      state: isUnsupported ? "not_supported" : reasons.length > 0 ? "decide" : "works",
      reason: reasons.length === 0 ? null : reasons.map(({ text }) => text).join("; "),
      reasons,
    };
  });
}

/** Names of columns that the automations use, in file order. */
export function namedColumns(config: AutomationsConfig): string[] {
  return [...new Set(config.automations.flatMap(columnsOf))];
}

/** Slugs of agents that the automations run, assign to or wait for, placeholders left out. */
export function namedMembers(config: AutomationsConfig): string[] {
  return [...new Set(config.automations.flatMap((one) => [...agentsOf(one), ...othersOf(one)]))];
}

/** Slugs of agents that the automations run. */
export function runAgents(config: AutomationsConfig): string[] {
  return [...new Set(config.automations.flatMap(agentsOf))];
}

function brokenReason({ path, expected, found }: DisabledAutomation): ImportReason {
  if (!path.endsWith(".type")) return reason("invalid_value", { path, expected, found });
  return reason("unknown_type", { path: path.slice(0, -".type".length), found });
}

function actionReasons({ actions: list }: Automation, facts: ImportFacts): ImportReason[] {
  const types = new Set(list.map(({ type }) => type));
  const isProgram = types.has("runCommand") || types.has("executePowerShell");
  const hosts = list
    .flatMap((action) => hostOf(action))
    .filter((host) => !facts.allowedHosts.has(host));
  return [
    ...(types.has("executePowerShell") && !facts.hasPowerShell
      ? [reason("no_powershell", {})]
      : []),
    ...(isProgram && !facts.allowScripts ? [reason("scripts_off", {})] : []),
    ...[...new Set(hosts)].map((host) => reason("host_not_allowed", { host })),
  ];
}

function hostOf(action: Action): string[] {
  if (action.type !== "httpRequest" || !URL.canParse(action.url)) return [];
  const { host } = new URL(action.url);
  return /[{}]|%7[bd]/i.test(host) ? [] : [host];
}

function columnReasons(automation: Automation, facts: ImportFacts): ImportReason[] {
  const missing = [...new Set(columnsOf(automation))].filter((name) => !facts.columns.has(name));
  return missing.length === 0 ? [] : [reason("missing_column", { columns: missing.join(", ") })];
}

function agentReasons(automation: Automation, facts: ImportFacts): ImportReason[] {
  const agents = agentsOf(automation);
  const named = [...new Set([...agents, ...othersOf(automation)])];
  const missing = named.filter((slug) => !facts.members.has(slug));
  const people = agents.filter((slug) => facts.members.get(slug) === "person");
  const bare = agents.filter(
    (slug) =>
      facts.members.get(slug) === "agent" &&
      !facts.skilled.has(slug) &&
      !hasOwnFile(automation, slug),
  );
  const about = (code: ImportReason["code"], slugs: string[]): ImportReason[] =>
    slugs.length === 0 ? [] : [reason(code, { agents: slugs.join(", ") })];
  return [
    ...about("missing_agent", missing),
    ...about("agent_is_person", people),
    ...about("no_skill", bare),
  ];
}

function hasOwnFile({ actions: list }: Automation, slug: string): boolean {
  return list.some(
    (action) =>
      action.type === "runAgent" && action.agent === slug && action.skillFile !== undefined,
  );
}

function columnsOf({ trigger, conditions: asked, actions: list }: Automation): string[] {
  return [
    ...(trigger.type === "invalid" ? [] : triggers[trigger.type].columns(trigger)),
    ...asked.flatMap((node) => conditions[node.type].columns(node)),
    ...list.flatMap((node) => actions[node.type].columns(node)),
  ];
}

function agentsOf({ actions: list }: Automation): string[] {
  const names = list.flatMap((action) =>
    action.type === "runAgent" ||
    action.type === "consolidateAgentMemory" ||
    action.type === "commitAgentMemory"
      ? [action.agent]
      : [],
  );
  return [...new Set(names.filter(isPlain))];
}

/** Members that are named without being run. */
function othersOf({ trigger, conditions: asked, actions: list }: Automation): string[] {
  const names = [
    ...("assigneeSlug" in trigger ? [trigger.assigneeSlug] : []),
    ...asked.flatMap((node) => [
      ...("assigneeSlug" in node ? [node.assigneeSlug] : []),
      ...(node.type === "assignedTo" ? node.slugs : []),
    ]),
    ...list.flatMap((action) => {
      if (action.type === "assignTicket") return [action.slug];
      return action.type === "createTicket" ? [action.assignedTo] : [];
    }),
  ];
  return names.filter((name) => name !== undefined && name !== null).filter(isPlain);
}

function isPlain(slug: string): boolean {
  return slug !== "" && !slug.includes("{");
}

function reason(code: ImportReason["code"], values: Record<string, string>): ImportReason {
  const text = texts[code].replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
  return { code, values, text };
}
