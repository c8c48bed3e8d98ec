/** The environment of an agent: one allow-list, nothing else of the server's (rule 43, S-16). */

const SYSTEM_NAMES = [
  "PATH",
  "HOME",
  "USER",
  "SHELL",
  "LANG",
  "TERM",
  "TZ",
  "TMPDIR",
  "SSH_AUTH_SOCK",
  "HTTP_PROXY",
  "HTTPS_PROXY",
  "NO_PROXY",
  "NODE_EXTRA_CA_CERTS",
  "CLAUDE_CODE_OAUTH_TOKEN",
  "CLAUDE_CONFIG_DIR",
];
const PREFIXES = ["ANTHROPIC_", "CLAUDE_CODE_USE_"];
/** Never, not even when an operator names them (S-24). */
const FORBIDDEN =
  /^(?:DATABASE_URL|REDIS_URL|QDRANT_URL|PG[A-Z]+|SIGNALBOX_(?:OWNER_TOKEN|WORKER_TOKEN|DATA_DIR|FAILPOINT))$/;

export type AgentEnvInput = {
  processEnv: Record<string, string | undefined>;
  /** `SIGNALBOX_AGENT_ENV`. */
  extraNames: string[];
  /** The action's `env`; cannot override ours. */
  actionEnv?: Record<string, string>;
  run: {
    runId: string;
    /** Project slug. */
    project: string;
    /** Null for ticketless runs. */
    ticketNumber: number | null;
    /** Agent slug. */
    agent: string;
    /** `http://127.0.0.1:4400`, without credentials and without a slash at the end. */
    apiUrl: string;
    /** This run's token. */
    token: string;
    /** Workspace or worktree: the agent's folder. */
    workspace: string;
  };
};

/** The whole environment of the CLI and of everything it starts. */
export function buildAgentEnv(input: AgentEnvInput): Record<string, string> {
  return {
    ...inherited(input),
    ...input.actionEnv,
    ...ownVariables(input.run),
  };
}

/** The part that comes from the server's own environment; programs of rules get the same. */
export function inherited({
  processEnv,
  extraNames,
}: Pick<AgentEnvInput, "processEnv" | "extraNames">): Record<string, string> {
  const names = new Set([...SYSTEM_NAMES, ...extraNames]);
  const isAllowed = (name: string): boolean =>
    !FORBIDDEN.test(name) &&
    (names.has(name) || PREFIXES.some((prefix) => name.startsWith(prefix)));
  return Object.fromEntries(
    Object.entries(processEnv).flatMap(([name, value]) =>
      value !== undefined && isAllowed(name) ? [[name, value]] : [],
    ),
  );
}

/** Ours, and the names existing skills rely on. Also what the curl guard may expand. */
export function ownVariables(run: AgentEnvInput["run"]): Record<string, string> {
  const ticket = run.ticketNumber === null ? null : String(run.ticketNumber);
  return {
    SIGNALBOX_API_URL: run.apiUrl,
    SIGNALBOX_PROJECT: run.project,
    ...(ticket === null ? {} : { SIGNALBOX_TICKET_ID: ticket }),
    SIGNALBOX_RUN_ID: run.runId,
    SIGNALBOX_TOKEN: run.token,
    CLAUDE_AGENT: run.agent,
    KITTYCLAW_API_URL: withCredentials(run.apiUrl, run.agent, run.token),
    ...(ticket === null ? {} : { KITTYCLAW_TICKET_ID: ticket }),
    KITTYCLAW_PROJECT_SLUG: run.project,
    WORKSPACE: run.workspace,
    CLAUDE_CODE_DISABLE_BACKGROUND_TASKS: "1",
    DISABLE_AUTOUPDATER: "1",
  };
}

/** Unchanged skills send no header: the credentials in the URL make curl send Basic (api.md §1). */
function withCredentials(apiUrl: string, agent: string, token: string): string {
  const credentials = `${encodeURIComponent(agent)}:${encodeURIComponent(token)}@`;
  return apiUrl.replace(/^(https?:\/\/)/, `$1${credentials}`);
}
