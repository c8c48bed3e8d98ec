import type { AgentCli } from "#server/contracts/project.ts";
import { buildAgentEnv } from "../agent/env.ts";
import { probeClaude } from "../agent/probe.ts";
import type { ClaudeProbe } from "../agent/probe.ts";
import type { Database } from "../store/client.ts";

export interface CliProbe {
  program: string;
  env: Record<string, string | undefined>;
  agentEnv: string[];
}

/** Asks the CLI of this machine for version and login, as an agent would start it. */
export async function probeCli(probe: CliProbe, now: Date): Promise<AgentCli> {
  const nobody = {
    runId: "",
    project: "",
    ticketNumber: null,
    agent: "",
    apiUrl: "",
    token: "",
    workspace: "",
  };
  const env = buildAgentEnv({ processEnv: probe.env, extraNames: probe.agentEnv, run: nobody });
  const found = describeProbe(await probeClaude(probe.program, env), probe.program, now);
  return { ...found, keyEnd: keyEndOf(env) };
}

/** The last characters of the key that agents are given: enough to know it again, and no more. */
function keyEndOf(env: Record<string, string>): string | null {
  const key = env["ANTHROPIC_API_KEY"] ?? env["ANTHROPIC_AUTH_TOKEN"] ?? "";
  return key.length >= 16 ? key.slice(-4) : null;
}

/** Without an exact version npm takes the newest one that fits an old Node, which is refused here. */
const install = "npm install -g @anthropic-ai/claude-code@2.1.332";

export function describeProbe(found: ClaudeProbe, program: string, now: Date): AgentCli {
  const version = found.version ?? "?";
  const isLoggedIn = found.loggedIn ?? true;
  const [message, remedy] = sayWhat(found, program, version, isLoggedIn);
  return {
    path: found.path,
    version: found.version,
    support: found.supported,
    loggedIn: isLoggedIn,
    authMethod: found.authMethod,
    account: found.account,
    subscription: found.subscription,
    remedy,
    message,
    checkedAt: now.toISOString(),
  };
}

function sayWhat(
  found: ClaudeProbe,
  program: string,
  version: string,
  isLoggedIn: boolean,
): [message: string, remedy: string | null] {
  if (found.supported === "missing") return [`${program} was not found on this machine.`, install];
  if (found.supported === "refused")
    return [`claude ${version} is too old to be run here.`, install];
  if (!isLoggedIn) return ["claude is not logged in.", "claude auth login"];
  if (found.version === null) return [`The version of ${program} could not be read.`, null];
  if (found.supported === "warn")
    return [`claude ${version} works, a newer one is better.`, install];
  return [`claude ${version} is ready.`, null];
}

/** Stores what was found, for the gates and the strip. */
export async function storeProbe(
  database: Database,
  workerId: string,
  cli: AgentCli,
): Promise<void> {
  await database.prisma.worker.updateMany({ where: { id: workerId }, data: { claude: cli } });
}
