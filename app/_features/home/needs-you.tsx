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
import { useInbox, useMe } from "#app/_lib/queries.ts";
import { useInboxView, type InboxView } from "./use-inbox-view.ts";
import { homeWords } from "./words.ts";

/** Stored rows that need a person, one per ticket; short questions are answered where they stand. */
export function NeedsYou() {
  const t = useT(homeWords);
  const { data: all = [] } = useInbox();
  const [view, choose] = useInboxView();
  const mine = all.filter(({ isMine }) => isMine);
  const rows = view === "mine" ? mine : all;
  const others = all.length - mine.length;
  return (
    <section aria-labelledby="needs-you">
      <div className="mb-2 flex flex-wrap items-center gap-x-4 gap-y-1">
        <h1 id="needs-you" className="flex items-center gap-2 text-lg font-semibold">
          <Triangle
            size={13}
            fill={rows.length > 0 ? "currentColor" : "none"}
            className={rows.length > 0 ? "text-amber" : "text-muted"}
            aria-hidden
          />
          {t("needsYou")}
          <span className="font-normal text-muted">{rows.length}</span>
        </h1>
        {/* Where everything is one's own there is nothing to choose. */}
        {others > 0 || view === "all" ? <ViewSwitch view={view} onChoose={choose} /> : null}
      </div>
      {rows.length === 0 ? (
        <p className="text-muted">
          {t("nothing")} {others > 0 ? t("othersWait", { count: others }) : null}
        </p>
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

const views = ["mine", "all"] as const;

/** What waits for oneself, or for anybody (ux 34). */
function ViewSwitch({ view, onChoose }: { view: InboxView; onChoose: (view: InboxView) => void }) {
  const t = useT(homeWords);
  return (
    <div role="radiogroup" aria-label={t("view")} className="flex rounded border">
      {views.map((value) => (
        <label
          key={value}
          className="relative flex h-6 cursor-pointer items-center px-2 text-sm text-muted first:rounded-l last:rounded-r has-checked:bg-accent-tint has-checked:font-medium has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-(--accent)"
        >
          <input
            type="radio"
            name="inbox-view"
            className="sr-only"
            checked={value === view}
            onChange={() => onChoose(value)}
          />
          {t(`view.${value}`)}
        </label>
      ))}
    </div>
  );
}

/** Whom a row waits for, where that is not the reader. */
function Addressee({ row: { addressee } }: { row: InboxRow }) {
  const t = useT(homeWords);
  const me = useMe().data;
  if (me === undefined || addressee?.slug === me.slug) return null;
  if (addressee === null && me.role === "owner") return null;
  return (
    <span className="text-sm text-muted" data-addressee>
      {addressee === null ? t("forOwners") : t("forPerson", { name: addressee.name })}
    </span>
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
      <Addressee row={row} />
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
