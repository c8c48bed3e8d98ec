/** Names of variables whose values never leave this machine's spools and programs (S-17). */
const secretNames =
  /^(?:ANTHROPIC_(?:API_KEY|AUTH_TOKEN)|CLAUDE_CODE_OAUTH_TOKEN|.*(?:SECRET|PASSWORD|_TOKEN|API_KEY).*)$/;

/** Values of an environment that are redacted wherever something is recorded or shown. */
export function secretValues({ env }: { env: Record<string, string | undefined> }): string[] {
  return Object.entries(env).flatMap(([name, value]) =>
    value !== undefined && secretNames.test(name) ? [value] : [],
  );
}
