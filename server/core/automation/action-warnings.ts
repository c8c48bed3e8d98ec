import type { AutomationsConfig } from "./automation.ts";
import type { Action } from "./actions/registry.ts";
import type { Problem } from "./problem.ts";

/** What this machine and this project let rules do outside the board. */
export interface OutsideFacts {
  /** `SIGNALBOX_ALLOW_SCRIPTS`. */
  allowScripts: boolean;
  /** Of the project (S-26). */
  allowedHosts: readonly string[];
}

/** Actions that will fail as things are: said when the file is read, not when somebody waits for them. */
export function outsideWarnings(config: AutomationsConfig, facts: OutsideFacts): Problem[] {
  return config.automations.flatMap((automation, at) =>
    automation.actions.flatMap((action, index) => {
      const problem = problemOf(action, facts);
      const path = `automations[${at}].actions[${index}]`;
      return problem === null ? [] : [{ path, ...problem }];
    }),
  );
}

function problemOf(action: Action, facts: OutsideFacts): Omit<Problem, "path"> | null {
  switch (action.type) {
    case "runCommand":
    case "executePowerShell":
      if (facts.allowScripts) return null;
      return {
        message: `not allowed: this machine runs no programs for rules, so ${action.type} will fail`,
        expected: "SIGNALBOX_ALLOW_SCRIPTS=true, set by the operator",
        found: "not set",
      };
    case "httpRequest": {
      const host = hostOf(action.url);
      if (host === null || isListed(host, facts.allowedHosts)) return null;
      return {
        message: `not allowed: ${host.name} is not on the project's list of hosts, so this call will fail`,
        expected: facts.allowedHosts.join(", ") || "a host in the project's settings",
        found: host.name,
      };
    }
    default:
      return null;
  }
}

interface Host {
  /** As the address names it. */
  name: string;
  withPort: string;
}

/** Null where a placeholder stands in the host: only the filled address says where it goes. */
function hostOf(url: string): Host | null {
  if (!URL.canParse(url)) return null;
  const { host, hostname, port, protocol } = new URL(url);
  if (/[{}]|%7[bd]/i.test(host)) return null;
  const own = protocol === "https:" ? "443" : "80";
  return { name: host, withPort: `${hostname}:${port === "" ? own : port}` };
}

function isListed({ name, withPort }: Host, allowed: readonly string[]): boolean {
  return allowed.some((entry) => {
    const wanted = entry.trim().toLowerCase();
    return wanted === name || wanted === withPort;
  });
}
