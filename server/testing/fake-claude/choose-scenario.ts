/**
 * Which story a session plays: `$FAKE_CLAUDE_SCENARIO`, else a marker in the prompt, else the one
 * the session already plays, else a plain success. Markers:
 *  - `scenario: long-sleep` (in a ticket's title or a skill, also inside brackets or a comment)
 *  - `scenarios: 1=demo-edit 3=demo-ask else=default-success` by ticket number, for a skill
 */
export function chooseScenario(
  prompt: string,
  known: string | null,
  env: Record<string, string | undefined>,
): string {
  const forced = env["FAKE_CLAUDE_SCENARIO"];
  if (forced) return forced;
  const byTicket = /scenarios:((?:\s+[a-z0-9]+=[a-z0-9-]+)+)/.exec(prompt)?.[1];
  const named = /scenario:\s*([a-z0-9-]+)/.exec(prompt)?.[1];
  if (named) return named;
  if (byTicket) {
    const map = new Map(
      byTicket
        .trim()
        .split(/\s+/)
        .map((pair) => pair.split("=") as [string, string]),
    );
    const ticket = env["SIGNALBOX_TICKET_ID"] ?? /ticket #(\d+)/.exec(prompt)?.[1] ?? "";
    const found = map.get(ticket) ?? map.get("else");
    if (found) return found;
  }
  return known ?? "default-success";
}
