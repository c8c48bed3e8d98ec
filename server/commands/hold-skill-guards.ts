import type { FrontMatter } from "#server/contracts/skill.ts";
import { permissionLevels } from "#server/contracts/words.ts";

export type HeldSkillGuard = { path: string; from: unknown; to: unknown };

/**
 * Front matter in which nothing is looser than before: supervisor, trust, more tools, more turns. For
 * files that changed without a person saving them here (rule 5); `before` null = a skill never seen.
 */
export function holdSkillGuards(
  next: FrontMatter,
  before: FrontMatter | null,
): { frontMatter: FrontMatter; held: HeldSkillGuard[] } {
  const frontMatter: FrontMatter = { ...next };
  const held: HeldSkillGuard[] = [];
  const hold = <K extends keyof FrontMatter>(key: K, isLooser: boolean) => {
    if (!isLooser) return;
    held.push({ path: key, from: before?.[key] ?? null, to: next[key] ?? null });
    if (before?.[key] === undefined) delete frontMatter[key];
    else frontMatter[key] = before[key];
  };
  hold("supervisor", next.supervisor === true && before?.supervisor !== true);
  hold("trust", rank(next.trust) > rank(before?.trust));
  if (before !== null) {
    const known = before.allowedTools;
    const isWider =
      next.allowedTools === undefined
        ? known !== undefined
        : next.allowedTools.some((tool) => !known?.includes(tool));
    hold("allowedTools", known !== undefined && isWider);
    const dropped =
      before.disallowedTools?.some((tool) => !next.disallowedTools?.includes(tool)) ?? false;
    hold("disallowedTools", dropped);
    const turns = (value: number | undefined) => value ?? Infinity;
    hold(
      "maxTurns",
      before.maxTurns !== undefined && turns(next.maxTurns) > turns(before.maxTurns),
    );
  }
  return { frontMatter, held };
}

/** The project's level applies where none is named; only a named one can be looser. */
function rank(level: FrontMatter["trust"]): number {
  return level === undefined ? -1 : permissionLevels.indexOf(level);
}
