"use client";
import { useEffect } from "react";
import type { AutomationRow } from "#server/contracts/automation.ts";
import { Badge } from "#app/_components/badge.tsx";
import { Button } from "#app/_components/button.tsx";
import { cn } from "#app/_components/class-names.ts";
import { Switch } from "#app/_components/switch.tsx";
import { TimeAgo } from "#app/_components/time-ago.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { outcomeText } from "#app/_lib/outcome-text.ts";
import { outcomeWords } from "#app/_lib/outcome-words.ts";
import { useFormat } from "#app/_lib/use-format.ts";
import { useRights } from "#app/_lib/use-rights.ts";
import Link from "next/link";
import { RowNews } from "./row-news.tsx";
import { automationWords } from "./words.ts";

export interface AutomationListProps {
  slug: string;
  rows: readonly AutomationRow[];
  onSwitch: (id: string, isOn: boolean) => void;
  /** Tickets that were there before the rule may start as well. */
  onStartAll: (id: string) => void;
  /** A rule without tickets goes on after its runs failed. */
  onTryAgain: (id: string) => void;
}

/** One row a rule: switch, sentence, last firing with its outcome, next time, a week's starts and cost. */
export function AutomationList({
  slug,
  rows,
  onSwitch,
  onStartAll,
  onTryAgain,
}: AutomationListProps) {
  const t = useT(automationWords);
  const format = useFormat();
  const { isReader, isLooker } = useRights();
  // A link to one rule arrives before its row does.
  useEffect(() => {
    const id = decodeURIComponent(window.location.hash.slice(1));
    document.getElementById(id)?.scrollIntoView({ block: "center" });
  }, []);
  return (
    <ul aria-label={t("list")} className="divide-y divide-line">
      {rows.map((row) => (
        <li
          key={row.id}
          id={`rule-${row.id}`}
          data-automation={row.id}
          className={cn("flex gap-3 px-3 py-2", !row.enabled && "text-muted")}
        >
          <Switch
            label={t("on", { name: row.name })}
            checked={row.enabled}
            disabled={isLooker}
            onCheckedChange={(isOn) => onSwitch(row.id, isOn)}
          />
          <div className="min-w-0 flex-1">
            <p className="break-words">{row.sentence}</p>
            {row.disabled === null ? null : (
              <p className="text-red">{t("disabled", row.disabled)}</p>
            )}
            {row.enabled && row.startsAfterAt !== null ? (
              <p className="flex flex-wrap items-center gap-2 text-amber">
                {t("onlySince", { when: format.exact(row.startsAfterAt) })}
                {isLooker ? null : (
                  <Button size="small" onClick={() => onStartAll(row.id)}>
                    {t("startAll")}
                  </Button>
                )}
              </p>
            ) : null}
            <RowNews row={row} onTryAgain={isReader ? null : onTryAgain} />
            <RowFacts slug={slug} row={row} />
          </div>
        </li>
      ))}
    </ul>
  );
}

function RowFacts({ slug, row }: { slug: string; row: AutomationRow }) {
  const t = useT(automationWords);
  const format = useFormat();
  const inWords = useT(outcomeWords);
  const { lastFiring: last } = row;
  return (
    <p className="flex flex-wrap gap-x-3 text-sm text-muted">
      <span className="font-mono">{row.id}</span>
      <span>
        {t("last")} {last === null ? t("lastNever") : <TimeAgo at={last.at} />}
        {last?.ticket === null || last === null ? null : (
          <Link href={`/p/${slug}/t/${last.ticket}`} className="ml-1 text-accent underline">
            #{last.ticket}
          </Link>
        )}
        {last?.outcome ? ` · ${outcomeText(last.outcome, null, inWords)}` : ""}
      </span>
      {row.nextAt === null ? null : (
        <span>
          {t("next")} <TimeAgo at={row.nextAt} />
        </span>
      )}
      <span>
        {t("week")} {t("starts", { count: row.starts })}
        {row.costUsd > 0 ? ` · ${format.money(row.costUsd)}` : ""}
      </span>
      {row.heldBy === null ? null : (
        <Badge hue="amber">
          {row.heldUntil === null
            ? t("held", { who: row.heldBy })
            : t("heldUntil", { who: row.heldBy, when: format.exact(row.heldUntil) })}
        </Badge>
      )}
    </p>
  );
}
