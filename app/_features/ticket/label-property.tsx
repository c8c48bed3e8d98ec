"use client";
import { Plus } from "lucide-react";
import { useState } from "react";
import type { Label, Ticket } from "#server/contracts/ticket.ts";
import { LabelBadge } from "#app/_components/badge.tsx";
import { Button } from "#app/_components/button.tsx";
import { Menu, MenuChoice, MenuItem, MenuSeparator } from "#app/_components/menu.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { NewLabelDialog } from "./new-label-dialog.tsx";
import type { useTicketWrites } from "./use-ticket-writes.ts";
import { ticketWords } from "./words.ts";

/** Labels in the header line: chosen from the project's, or made in place. */
export function LabelProperty({
  slug,
  ticket,
  labels,
  writes,
}: {
  slug: string;
  ticket: Ticket;
  labels: readonly Label[];
  writes: ReturnType<typeof useTicketWrites>;
}) {
  const t = useT(ticketWords);
  const [isMaking, setMaking] = useState(false);
  const put = (next: readonly Label[]) =>
    writes.patch({ labelIds: next.map((label) => label.id) }, { labels: [...next] });
  return (
    <>
      <Menu
        label={t("labels")}
        trigger={
          <Button
            look="ghost"
            size="small"
            className="gap-1 px-1.5 text-sm"
            aria-label={`${t("labels")}: ${ticket.labels.map((label) => label.name).join(", ")}`}
            data-property="labels"
          >
            {ticket.labels.length === 0
              ? t("labels")
              : ticket.labels
                  .slice(0, 4)
                  .map((label) => <LabelBadge key={label.id} {...label} />)}{" "}
            ▾
          </Button>
        }
      >
        {labels.length === 0 ? <MenuItem disabled>{t("noLabels")}</MenuItem> : null}
        {labels.map((label) => {
          const has = ticket.labels.some((own) => own.id === label.id);
          return (
            <MenuChoice
              key={label.id}
              checked={has}
              onSelect={(event) => {
                event.preventDefault();
                void put(
                  has
                    ? ticket.labels.filter((own) => own.id !== label.id)
                    : [...ticket.labels, label],
                );
              }}
            >
              {label.name}
            </MenuChoice>
          );
        })}
        <MenuSeparator />
        <MenuItem icon={<Plus size={14} aria-hidden />} onSelect={() => setMaking(true)}>
          {t("label.new")}
        </MenuItem>
      </Menu>
      {isMaking ? (
        <NewLabelDialog
          slug={slug}
          onClose={() => setMaking(false)}
          onMade={(label) => put([...ticket.labels, label])}
        />
      ) : null}
    </>
  );
}
