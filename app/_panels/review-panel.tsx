"use client";
import { ReviewPage, type ReviewParts } from "#app/_features/review/review-page.tsx";
import { RunReview } from "#app/_features/run/run-review.tsx";
import { SendBackDialog } from "#app/_features/run/send-back-dialog.tsx";

const parts: ReviewParts = { Work: RunReview, SendBack: SendBackDialog };

/** The review page with the run's parts put in: features do not know each other, pages do. */
export function ReviewPanel({ slug }: { slug: string }) {
  return <ReviewPage slug={slug} parts={parts} />;
}
