"use client";
import type { Ticket } from "#server/contracts/ticket.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { picturesOf } from "./pictures.ts";
import { storyWords } from "./story-words.ts";

/** Every picture that the ticket's texts show, small and as a link to the whole one. */
export function Attachments({ ticket }: { ticket: Ticket }) {
  const t = useT(storyWords);
  const pictures = picturesOf(ticket);
  if (pictures.length === 0) return null;
  return (
    <details data-attachments>
      <summary className="min-h-6 text-sm font-medium text-muted">
        {t("attachments", { count: pictures.length })}
      </summary>
      <ul aria-label={t("attachments.list")} className="flex flex-wrap gap-2 pt-1">
        {pictures.map(({ url, name }) => (
          <li key={url} className="w-24">
            <a href={url} target="_blank" rel="noopener" className="block rounded border p-1">
              <img src={url} alt="" loading="lazy" className="h-16 w-full object-contain" />
              <span className="block truncate text-sm">{name}</span>
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
