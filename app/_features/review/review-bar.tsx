"use client";
import { ArrowDown, ArrowUp, Check, Undo2 } from "lucide-react";
import Link from "next/link";
import { useEffect, useRef } from "react";
import type { Card } from "#server/contracts/ticket.ts";
import { Button } from "#app/_components/button.tsx";
import { ForWriters, ReadOnlyNote } from "#app/_components/for-writers.tsx";
import { IconButton } from "#app/_components/icon-button.tsx";
import { Kbd } from "#app/_components/kbd.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useReviewDraft } from "#app/_lib/use-review-draft.ts";
import { reviewWords } from "./words.ts";

export interface ReviewActs {
  approve: () => void;
  sendBack: () => void;
  next: (() => void) | null;
  previous: (() => void) | null;
}

/** Which ticket it is, where it stands in the queue, and the two verdicts. */
export function ReviewBar({
  slug,
  card,
  root,
  place,
  total,
  act,
}: {
  slug: string;
  card: Card;
  root: string;
  /** From 0. */
  place: number;
  total: number;
  act: ReviewActs;
}) {
  const t = useT(reviewWords);
  const { count } = useReviewDraft(slug, card.id);
  const title = useRef<HTMLHeadingElement>(null);
  // Another ticket is another page to who reads with a keyboard or a screen reader.
  useEffect(() => title.current?.focus(), [card.id]);
  return (
    <header className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b bg-surface px-3 py-2">
      <span className="text-muted">{t("heading")}</span>
      <span data-review-place>{t("place", { place: place + 1, total })}</span>
      <h1 ref={title} tabIndex={-1} className="min-w-40 flex-1 truncate font-semibold">
        <span className="mr-1.5 font-normal text-muted">{card.id}</span>
        {card.title}
      </h1>
      <Link
        href={`${root}/t/${card.id}`}
        className="inline-flex min-h-6 items-center text-accent hover:underline"
      >
        {t("openTicket")}
      </Link>
      <span className="flex flex-wrap items-center gap-1.5">
        <ForWriters instead={<ReadOnlyNote />}>
          <Button look="filled" aria-keyshortcuts="a" onClick={act.approve}>
            <Check size={14} aria-hidden />
            {t("approve")}
            <Kbd keys="a" />
          </Button>
          <Button aria-keyshortcuts="b" onClick={act.sendBack}>
            <Undo2 size={14} aria-hidden />
            {count === 0 ? t("sendBack") : t("sendBackWith", { count })}
            <Kbd keys="b" />
          </Button>
        </ForWriters>
        <IconButton
          label={t("previous")}
          icon={<ArrowUp size={15} aria-hidden />}
          shortcut="k"
          disabled={act.previous === null}
          onClick={() => act.previous?.()}
        />
        <IconButton
          label={t("next")}
          icon={<ArrowDown size={15} aria-hidden />}
          shortcut="j"
          disabled={act.next === null}
          onClick={() => act.next?.()}
        />
      </span>
      <p className="sr-only">{t("keys")}</p>
    </header>
  );
}
