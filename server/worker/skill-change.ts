import { createTwoFilesPatch, FILE_HEADERS_ONLY } from "diff";
import { stripFrontMatter } from "#server/core/prompt/prompt.ts";

/** A longer difference is harder to read than the new text (ux.md 13), in characters. */
const DIFF_CHARACTERS = 1_000;

export interface SkillText {
  content: string;
  version: number | null;
}

/**
 * What a conversation is told when its skill changed (rule 30): the difference of the two texts without
 * their front matter, or the whole new text where that is too long or the old one is not known.
 */
export function describeSkillChange(before: SkillText | null, now: SkillText): string {
  const text = stripFrontMatter(now.content).trimEnd();
  if (before === null) return text;
  const patch = createTwoFilesPatch(
    nameOf(before),
    nameOf(now),
    withNewline(stripFrontMatter(before.content)),
    withNewline(stripFrontMatter(now.content)),
    undefined,
    undefined,
    { context: 2, headerOptions: FILE_HEADERS_ONLY },
  ).trimEnd();
  return [...patch].length <= DIFF_CHARACTERS ? patch : text;
}

function nameOf({ version }: SkillText): string {
  return version === null ? "skill" : `skill version ${version}`;
}

/** Without it every difference ends in a remark about the file's end. */
function withNewline(text: string): string {
  return `${text.trimEnd()}\n`;
}
