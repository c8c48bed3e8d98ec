"use client";
import { ArrowDown, ArrowUp, Ellipsis, FolderTree, Unlink } from "lucide-react";
import { useRef, useState } from "react";
import type { Ticket } from "#server/contracts/ticket.ts";
import { Button } from "#app/_components/button.tsx";
import { Input } from "#app/_components/field.tsx";
import { ForWriters } from "#app/_components/for-writers.tsx";
import { Menu, MenuItem } from "#app/_components/menu.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useBoard } from "#app/_lib/queries.ts";
import { asOnBoard, FamilyLine, isInDone, type FamilyTicket } from "./family-line.tsx";
import { familyWords } from "./family-words.ts";
import { TicketPickDialog } from "./ticket-pick-dialog.tsx";
import { useFamilyWrites, type FamilyWrites } from "./use-family-writes.ts";

/** Deepest level of a ticket. */
const deepestLevel = 4;

/** What the ticket is made of: each with its word, added in one line, put in order, moved elsewhere. */
export function SubTickets({ slug, ticket }: { slug: string; ticket: Ticket }) {
  const t = useT(familyWords);
  const board = useBoard(slug).data;
  const writes = useFamilyWrites(slug, ticket.id);
  const [moving, setMoving] = useState<number | null>(null);
  const tickets = ticket.subTickets.map((one) => asOnBoard(one, board));
  const done = tickets.filter((one) => isInDone(one, board)).length;
  return (
    <details data-sub-tickets>
      <summary className="min-h-6 text-sm font-medium text-muted">
        {tickets.length === 0
          ? t("subTickets")
          : t("subTickets.count", { done, total: tickets.length })}
      </summary>
      <div className="flex flex-col gap-1 pt-1">
        {tickets.length === 0 ? null : (
          <ul aria-label={t("subTickets")} className="flex flex-col gap-0.5">
            {tickets.map((one, index) => (
              <FamilyLine key={one.id} slug={slug} ticket={one}>
                <ForWriters>
                  <LineMenu
                    ticket={one}
                    before={tickets[index - 1]}
                    after={tickets[index + 1]}
                    writes={writes}
                    onMove={() => setMoving(one.id)}
                  />
                </ForWriters>
              </FamilyLine>
            ))}
          </ul>
        )}
        {ticket.level >= deepestLevel ? (
          <p className="px-1 text-sm text-muted">{t("subTickets.deepest")}</p>
        ) : (
          <ForWriters>
            <AddLine writes={writes} />
          </ForWriters>
        )}
      </div>
      {moving === null ? null : (
        <TicketPickDialog
          slug={slug}
          title={t("parent.title", { number: `#${moving}` })}
          without={[moving, ticket.id]}
          onPick={(parent) => writes.setParent(moving, parent)}
          onClose={() => setMoving(null)}
        />
      )}
    </details>
  );
}

/** Enter adds and stays, for the next one. */
function AddLine({ writes }: { writes: FamilyWrites }) {
  const t = useT(familyWords);
  const [text, setText] = useState("");
  const [refused, setRefused] = useState<string | null>(null);
  const isBusy = useRef(false);
  const add = async () => {
    const title = text.trim();
    if (title === "" || isBusy.current) return;
    isBusy.current = true;
    const reason = await writes.addSubTicket(title);
    isBusy.current = false;
    setRefused(reason);
    // Only what was added is cleared: more may have been typed meanwhile.
    if (reason === null) setText((now) => (now.trim() === title ? "" : now));
  };
  return (
    <>
      <Input
        aria-label={t("subTickets.add")}
        placeholder={`${t("subTickets.add")} · ${t("subTickets.addHint")}`}
        maxLength={500}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setRefused(null);
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === "Enter") {
            event.preventDefault();
            void add();
          }
          // The first Escape empties the line, the next one closes the panel.
          if (event.key === "Escape" && text !== "") {
            event.preventDefault();
            setText("");
          }
        }}
      />
      {refused === null ? null : (
        <p role="alert" className="text-sm text-red">
          {refused}
        </p>
      )}
    </>
  );
}

function LineMenu({
  ticket,
  before,
  after,
  writes,
  onMove,
}: {
  ticket: FamilyTicket;
  before: FamilyTicket | undefined;
  after: FamilyTicket | undefined;
  writes: FamilyWrites;
  onMove: () => void;
}) {
  const t = useT(familyWords);
  const { id, status } = ticket;
  const label = t("subTickets.more", { number: `#${id}` });
  // The order is that of the column they stand in.
  const up = before?.status === status ? before.id : null;
  const down = after?.status === status ? after.id : null;
  return (
    <Menu
      align="end"
      label={label}
      trigger={
        // No tooltip: it would lie over the next line's button.
        <Button look="ghost" size="small" aria-label={label} title={label} className="size-6 p-0">
          <Ellipsis size={13} aria-hidden />
        </Button>
      }
    >
      <MenuItem
        icon={<ArrowUp size={14} aria-hidden />}
        disabled={up === null}
        onSelect={() => up !== null && void writes.tell(writes.reorder(id, status, { before: up }))}
      >
        {t("subTickets.up")}
      </MenuItem>
      <MenuItem
        icon={<ArrowDown size={14} aria-hidden />}
        disabled={down === null}
        onSelect={() =>
          down !== null && void writes.tell(writes.reorder(id, status, { after: down }))
        }
      >
        {t("subTickets.down")}
      </MenuItem>
      <MenuItem icon={<FolderTree size={14} aria-hidden />} onSelect={onMove}>
        {t("subTickets.under")}
      </MenuItem>
      <MenuItem
        icon={<Unlink size={14} aria-hidden />}
        onSelect={() => void writes.tell(writes.detach(id))}
      >
        {t("subTickets.detach")}
      </MenuItem>
    </Menu>
  );
}
