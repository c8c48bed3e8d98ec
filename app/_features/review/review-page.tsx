"use client";
import Link from "next/link";
import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { useEffect, useState, type ComponentType } from "react";
import { EmptyState } from "#app/_components/empty-state.tsx";
import { ErrorState } from "#app/_components/error-state.tsx";
import { SkeletonLines } from "#app/_components/skeleton.tsx";
import { useVerdicts } from "#app/_components/use-verdicts.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useBoardRoom } from "#app/_lib/live-provider.tsx";
import { useBoard } from "#app/_lib/queries.ts";
import { ReviewBar } from "./review-bar.tsx";
import { needsMore, placeInQueue, type ReviewQueue } from "./review-queue.ts";
import { useReviewKeys } from "./use-review-keys.ts";
import { useReviewQueue } from "./use-review-queue.ts";
import { reviewWords } from "./words.ts";

/** What a page puts in: features do not know each other. */
export interface ReviewParts {
  /** What a ticket's newest run did: summary, checks, changes. */
  Work: ComponentType<{ slug: string; number: number }>;
  SendBack: ComponentType<{
    slug: string;
    number: number;
    isOpen: boolean;
    onOpenChange: (isOpen: boolean) => void;
    onSend: (text: string) => Promise<boolean>;
  }>;
}

/** The review columns one ticket at a time, the one that waited longest first (ux 17). */
export function ReviewPage({ slug, parts }: { slug: string; parts: ReviewParts }) {
  const t = useT(reviewWords);
  const board = useBoard(slug);
  useBoardRoom(slug, board.isSuccess);
  if (board.isError) return <ErrorState error={board.error} onRetry={() => void board.refetch()} />;
  if (board.data === undefined) return <Loading />;
  const root = `/p/${encodeURIComponent(slug)}`;
  const { columns } = board.data;
  if (!columns.some(({ role }) => role === "review")) {
    return (
      <EmptyState
        title={t("empty.title")}
        action={<Way href={`${root}/settings`} text={t("toSettings")} />}
      >
        {t("noColumn")}
      </EmptyState>
    );
  }
  return <Waiting slug={slug} root={root} revision={board.data.revision} parts={parts} />;
}

interface WaitingProps {
  slug: string;
  root: string;
  /** Of the board. */
  revision: number;
  parts: ReviewParts;
}

function Waiting({ revision, ...rest }: WaitingProps) {
  const { queue, error, retry, hasMore, isReading, readOn } = useReviewQueue(rest.slug, revision);
  if (error !== null) return <ErrorState error={error} onRetry={retry} />;
  if (queue === null) return <Loading />;
  return (
    <Queue {...rest} queue={queue} hasMore={hasMore} isReading={isReading} onReadOn={readOn} />
  );
}

function Queue({
  slug,
  root,
  queue: { cards, total },
  hasMore,
  isReading,
  onReadOn,
  parts: { Work, SendBack },
}: Omit<WaitingProps, "revision"> & {
  queue: ReviewQueue;
  hasMore: boolean;
  isReading: boolean;
  onReadOn: () => void;
}) {
  const t = useT(reviewWords);
  const router = useRouter();
  const pathname = usePathname();
  const wanted = Number(useSearchParams().get("t")) || null;
  const [lastPlace, setLastPlace] = useState(0);
  const place = placeInQueue(cards, wanted, lastPlace);
  const card = cards[place] ?? null;
  useEffect(() => setLastPlace(Math.max(0, place)), [place]);
  // A ticket that has left is not looked for again; one that somebody was sent to may stand far down.
  const [seen, setSeen] = useState<number | null>(null);
  const isHere = card !== null && card.id === wanted;
  useEffect(() => {
    if (isHere) setSeen(wanted);
  }, [isHere, wanted]);
  const wasSeen = isHere || seen === wanted;
  useEffect(() => {
    if (hasMore && !isReading && needsMore(cards, { wanted, place, wasSeen })) onReadOn();
  });
  const verdicts = useVerdicts(slug);
  const [sendingBack, setSendingBack] = useState<number | null>(null);
  const go = (to: number): void => {
    const next = cards[to];
    if (next) router.replace(`${pathname}?t=${next.id}`);
  };
  const verdict = card === null ? null : { number: card.id, column: card.status };
  const act = {
    approve: () => void (verdict && verdicts.approve(verdict)),
    sendBack: () => setSendingBack(card?.id ?? null),
    next: place + 1 < cards.length ? () => go(place + 1) : null,
    previous: place > 0 ? () => go(place - 1) : null,
  };
  useReviewKeys({
    u: () => void verdicts.undo(),
    ...(act.next ? { j: act.next } : {}),
    ...(act.previous ? { k: act.previous } : {}),
    ...(card ? { a: act.approve, b: act.sendBack } : {}),
  });
  if (wanted !== null && !wasSeen && hasMore) return <Loading />;
  if (card === null || verdict === null) {
    return (
      <EmptyState title={t("empty.title")} action={<Way href={root} text={t("empty.board")} />}>
        {t("empty.text")}
      </EmptyState>
    );
  }
  return (
    <div className="mx-auto flex h-full min-h-0 w-full max-w-280 flex-col">
      <ReviewBar slug={slug} card={card} root={root} place={place} total={total} act={act} />
      <div className="scroll-thin min-h-0 flex-1 overflow-y-auto" key={card.id}>
        <Work slug={slug} number={card.id} />
      </div>
      <SendBack
        slug={slug}
        number={card.id}
        isOpen={sendingBack === card.id}
        onOpenChange={(isOpen) => setSendingBack(isOpen ? card.id : null)}
        onSend={(text) => verdicts.sendBack(verdict, text)}
      />
    </div>
  );
}

function Loading() {
  return (
    <div className="p-4">
      <SkeletonLines count={8} />
    </div>
  );
}

function Way({ href, text }: { href: string; text: string }) {
  return (
    <Link href={href} className="inline-flex min-h-6 items-center text-accent hover:underline">
      {text}
    </Link>
  );
}
