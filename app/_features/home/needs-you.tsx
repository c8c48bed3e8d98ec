"use client";
import Link from "next/link";
import { Triangle } from "lucide-react";
import type { InboxRow } from "#server/contracts/project.ts";
import { openQuestionSchema } from "#server/contracts/ticket.ts";
import { AcceptSettings } from "#app/_components/accept-settings.tsx";
import { Button } from "#app/_components/button.tsx";
import { PermissionButtons } from "#app/_components/permission-buttons.tsx";
import { QuestionButtons } from "#app/_components/question-buttons.tsx";
import { TimeAgo } from "#app/_components/time-ago.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useSentence } from "#app/_lib/i18n/use-sentence.ts";
import { useInbox } from "#app/_lib/queries.ts";
import { homeWords } from "./words.ts";

/** Stored rows that need a person, one per ticket; short questions are answered where they stand. */
export function NeedsYou() {
  const t = useT(homeWords);
  const { data: rows = [] } = useInbox();
  return (
    <section aria-labelledby="needs-you">
      <h1 id="needs-you" className="mb-2 flex items-center gap-2 text-lg font-semibold">
        <Triangle
          size={13}
          fill={rows.length > 0 ? "currentColor" : "none"}
          className={rows.length > 0 ? "text-amber" : "text-muted"}
          aria-hidden
        />
        {t("needsYou")}
        <span className="font-normal text-muted">{rows.length}</span>
      </h1>
      {rows.length === 0 ? (
        <p className="text-muted">{t("nothing")}</p>
      ) : (
        <ul className="divide-y divide-(--line) rounded-lg border bg-surface">
          {rows.map((row) => (
            <Row key={row.id} row={row} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Row({ row }: { row: InboxRow }) {
  const t = useT(homeWords);
  const say = useSentence();
  const question = openQuestionSchema.safeParse(row.question);
  const href =
    row.ticket === null
      ? `/p/${encodeURIComponent(row.project)}`
      : `/p/${encodeURIComponent(row.project)}/t/${row.ticket}`;
  return (
    <li data-inbox={row.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
      <div className="min-w-0 flex-1 basis-60">
        <Link href={href} className="font-medium wrap-anywhere hover:underline">
          {row.ticket === null ? null : (
            <span className="mr-1.5 font-normal text-muted">{row.ticket}</span>
          )}
          {row.title ?? row.project}
        </Link>
        <p className={question.success ? "break-words" : "line-clamp-2 text-muted"}>
          {row.sentence === null ? row.text : say(row.sentence)}
        </p>
      </div>
      <span className="text-sm text-muted">{row.project}</span>
      <TimeAgo at={row.at} className="text-sm text-muted" />
      {question.success ? (
        <>
          <QuestionButtons slug={row.project} question={question.data} size="medium" />
          <PermissionButtons slug={row.project} question={question.data} />
        </>
      ) : null}
      {row.kind === "settings_changed" ? (
        <AcceptSettings slug={row.project} size="medium" />
      ) : (
        <Button asChild>
          <Link href={href}>{t("open")}</Link>
        </Button>
      )}
    </li>
  );
}
