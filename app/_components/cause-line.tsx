"use client";
import Link from "next/link";
import type { Sentence } from "#server/contracts/why.ts";
import { useSentence } from "#app/_lib/i18n/use-sentence.ts";
import { causeParts } from "./cause-parts.ts";

export interface CauseLineProps {
  slug: string;
  sentence: Sentence;
  /** Id of the rule that the sentence names; null = none. */
  ruleId: string | null;
  /** Where the run that it resumes is shown; null = nowhere. */
  resumedHref: string | null;
}

/** Why a run started, with a way to the rule and to the run it goes on with (ux 22). */
export function CauseLine({ slug, sentence, ruleId, resumedHref }: CauseLineProps) {
  const say = useSentence();
  const hrefs = {
    rule:
      ruleId === null
        ? null
        : `/p/${encodeURIComponent(slug)}/automations#rule-${encodeURIComponent(ruleId)}`,
    run: resumedHref,
  };
  return (
    <span className="min-w-0 [&>*+*]:before:text-muted [&>*+*]:before:content-['_·_']">
      {causeParts(sentence, say(sentence)).map(({ text, names }) => {
        const href = names === null ? null : hrefs[names];
        return (
          <span key={`${names}${text}`}>
            {href === null ? (
              text
            ) : (
              <Link href={href} className="underline" data-cause={names}>
                {text}
              </Link>
            )}
          </span>
        );
      })}
    </span>
  );
}
