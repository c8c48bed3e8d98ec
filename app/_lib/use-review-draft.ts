"use client";
import { useMemo, useSyncExternalStore } from "react";
import {
  emptyDraft,
  ReviewDrafts,
  saidComments,
  withComment,
  withoutComment,
  withoutSent,
  type LinePlace,
  type ReviewDraft,
} from "./review-draft.ts";

const drafts = new ReviewDrafts(() => localStorage);
if (typeof window !== "undefined") {
  window.addEventListener("storage", ({ key }) => drafts.reread(key));
}

const keyOf = (slug: string, number: number) => `signalbox-review:${slug}:${number}`;

/** What was written about a ticket and not sent yet: kept over reloads, the same in every part of the page. */
export function useReviewDraft(slug: string, number: number) {
  const key = keyOf(slug, number);
  const draft = useSyncExternalStore(
    drafts.subscribe,
    () => drafts.read(key),
    () => emptyDraft,
  );
  return useMemo(
    () => ({
      draft,
      setText: (text: string) => drafts.change(key, (now) => ({ ...now, text })),
      /** Comments that say something. */
      count: saidComments(draft).length,
      comment: (place: LinePlace, text: string) =>
        drafts.change(key, (now) => withComment(now, place, text)),
      uncomment: (place: LinePlace) => drafts.change(key, (now) => withoutComment(now, place)),
      clearSent: (sent: ReviewDraft) => drafts.change(key, (now) => withoutSent(now, sent)),
    }),
    [draft, key],
  );
}

/** Comments on lines of this ticket that nobody has sent. */
export function unsentComments(slug: string, number: number): number {
  return saidComments(drafts.read(keyOf(slug, number))).length;
}
