import type { System } from "#server/contracts/project.ts";

type Trouble = System["troubles"][number];

/** What concerns the page one looks at: machine-wide troubles, and those of its project. */
export function relevantTroubles(troubles: readonly Trouble[], slug: string | null): Trouble[] {
  return troubles.filter(
    (trouble) => trouble.project === null || slug === null || trouble.project === slug,
  );
}
