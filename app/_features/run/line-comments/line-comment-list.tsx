"use client";
import { placeKey } from "#app/_lib/review-draft.ts";
import { useReviewDraft } from "#app/_lib/use-review-draft.ts";
import { LineCommentEditor } from "./line-comment-editor.tsx";

/** All that was said about lines of a ticket, to be read once more, changed and deleted. */
export function LineCommentList({ slug, number }: { slug: string; number: number }) {
  const { draft, comment, uncomment } = useReviewDraft(slug, number);
  return (
    <ul className="flex flex-col gap-2" data-line-comments>
      {draft.comments.map((one) => (
        <li key={placeKey(one)} className="flex flex-col gap-1">
          <p className="truncate font-mono text-sm" title={one.path}>
            {one.path}:{one.line}
          </p>
          <p className="truncate rounded bg-sunken px-2 font-mono text-sm text-muted">
            {one.quote === "" ? " " : one.quote}
          </p>
          <LineCommentEditor
            place={one}
            text={one.text}
            onText={(text) => comment(one, text)}
            onDelete={() => uncomment(one)}
          />
        </li>
      ))}
    </ul>
  );
}
