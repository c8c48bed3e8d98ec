"use client";
import Link from "next/link";
import type { WhyAnswer } from "#server/contracts/why.ts";
import { CauseLine } from "#app/_components/cause-line.tsx";
import { TimeAgo } from "#app/_components/time-ago.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useSentence } from "#app/_lib/i18n/use-sentence.ts";
import { outcomeText } from "#app/_lib/outcome-text.ts";
import { outcomeWords } from "#app/_lib/outcome-words.ts";
import { whyWords } from "./why-words.ts";

/** What started, stopped or moved the ticket, by whom and by which rule (ux 22). */
export function WhyPast({
  slug,
  number,
  past,
}: {
  slug: string;
  number: number;
  past: WhyAnswer["past"];
}) {
  const t = useT(whyWords);
  const inWords = useT(outcomeWords);
  const say = useSentence();
  const runHref = (runId: string): string =>
    `/p/${encodeURIComponent(slug)}/t/${number}?run=${runId}`;
  return (
    <section>
      <h3 className="mb-1 font-medium">{t("why.past")}</h3>
      {past.length === 0 ? <p className="text-muted">{t("why.pastNone")}</p> : null}
      <ul className="flex flex-col gap-0.5">
        {past.map((one) => (
          <li
            key={`${one.kind}${one.at}${one.sentence.text}`}
            className="flex flex-wrap gap-x-2"
            data-past={one.kind}
          >
            <TimeAgo at={one.at} className="text-muted" />
            {one.kind === "started" ? (
              <>
                <span className="font-medium">{one.agent}</span>
                <CauseLine
                  slug={slug}
                  sentence={one.sentence}
                  ruleId={one.ruleId}
                  resumedHref={null}
                />
              </>
            ) : (
              <span className="min-w-0">{say(one.sentence)}</span>
            )}
            {one.outcome === null ? null : (
              <span className="text-muted">{outcomeText(one.outcome, null, inWords)}</span>
            )}
            {one.kind === "started" && one.runId !== null ? (
              <Link href={runHref(one.runId)} className="text-accent underline">
                {t("why.run")}
              </Link>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
