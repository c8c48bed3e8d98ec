"use client";
import { Plus, X } from "lucide-react";
import { useState } from "react";
import type { Ticket } from "#server/contracts/ticket.ts";
import { Button } from "#app/_components/button.tsx";
import { ForWriters } from "#app/_components/for-writers.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useBoard } from "#app/_lib/queries.ts";
import { asOnBoard, FamilyLine, isInDone } from "./family-line.tsx";
import { familyWords } from "./family-words.ts";
import { TicketPickDialog } from "./ticket-pick-dialog.tsx";
import { useFamilyWrites } from "./use-family-writes.ts";

/** What the ticket waits for, and what waits for it. */
export function Blockers({ slug, ticket }: { slug: string; ticket: Ticket }) {
  const t = useT(familyWords);
  const board = useBoard(slug).data;
  const writes = useFamilyWrites(slug, ticket.id);
  const [isAdding, setAdding] = useState(false);
  const blockers = (ticket.blockers ?? []).map((one) => asOnBoard(one, board));
  const blocks = (ticket.blocks ?? []).map((one) => asOnBoard(one, board));
  const open = blockers.filter((one) => !isInDone(one, board)).length;
  return (
    <details data-blockers>
      <summary className="min-h-6 text-sm font-medium text-muted">
        {blockers.length === 0
          ? t("blockers")
          : t("blockers.count", { open, total: blockers.length })}
      </summary>
      <div className="flex flex-col items-start gap-1 pt-1">
        {blockers.length === 0 ? (
          <p className="px-1 text-sm text-muted">{t("blockers.none")}</p>
        ) : (
          <ul aria-label={t("blockers")} className="flex w-full flex-col gap-0.5">
            {blockers.map((one) => (
              <FamilyLine key={one.id} slug={slug} ticket={one}>
                <ForWriters>
                  <Button
                    look="ghost"
                    size="small"
                    aria-label={t("blockers.remove", { number: `#${one.id}` })}
                    title={t("blockers.remove", { number: `#${one.id}` })}
                    className="size-6 p-0"
                    onClick={() => void writes.tell(writes.removeBlocker(one.id))}
                  >
                    <X size={13} aria-hidden />
                  </Button>
                </ForWriters>
              </FamilyLine>
            ))}
          </ul>
        )}
        <ForWriters>
          <Button size="small" look="ghost" onClick={() => setAdding(true)}>
            <Plus size={13} aria-hidden /> {t("blockers.add")}
          </Button>
        </ForWriters>
        {blocks.length === 0 ? null : (
          <>
            <h4 className="pt-1 text-sm font-medium text-muted">{t("blocks")}</h4>
            <ul aria-label={t("blocks")} className="flex w-full flex-col gap-0.5">
              {blocks.map((one) => (
                <FamilyLine key={one.id} slug={slug} ticket={one} />
              ))}
            </ul>
          </>
        )}
      </div>
      {isAdding ? (
        <TicketPickDialog
          slug={slug}
          title={t("blockers.title", { number: `#${ticket.id}` })}
          without={[ticket.id, ...blockers.map((one) => one.id)]}
          onPick={writes.addBlocker}
          onClose={() => setAdding(false)}
        />
      ) : null}
    </details>
  );
}
