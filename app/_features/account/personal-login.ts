import type { AgentCli } from "#server/contracts/project.ts";

/** Ways of `claude auth status` that are one person's subscription, not a key of a team. */
const personalMethods = ["claude.ai", "oauth_token", "oauth"];

/** Whether agents work on one person's own subscription. */
export function isPersonalLogin(
  claude: Pick<AgentCli, "loggedIn" | "authMethod" | "keyEnd" | "subscription">,
): boolean {
  if (!claude.loggedIn || claude.keyEnd) return false;
  if (claude.subscription) return !/team|enterprise/i.test(claude.subscription);
  return personalMethods.includes(claude.authMethod ?? "");
}
