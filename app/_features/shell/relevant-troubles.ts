import type { System } from "#server/contracts/project.ts";

type Trouble = System["troubles"][number];

const aboutClaude: ReadonlySet<Trouble["code"]> = new Set([
  "claude_missing",
  "claude_logged_out",
  "claude_old",
  "provider_limit",
]);

/**
 * What concerns the page one looks at: machine-wide troubles, and those of its project. The demo
 * brings its own agents and needs no claude.
 */
export function relevantTroubles(
  troubles: readonly Trouble[],
  current: { slug: string; isDemo: boolean } | null,
): Trouble[] {
  return troubles.filter((trouble) => {
    if (current?.isDemo && aboutClaude.has(trouble.code)) return false;
    return trouble.project === null || current === null || trouble.project === current.slug;
  });
}
