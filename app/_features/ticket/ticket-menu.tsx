"use client";
import { Ellipsis, Play, Trash2, Undo2 } from "lucide-react";
import { useState } from "react";
import type { Board, Ticket } from "#server/contracts/ticket.ts";
import { IconButton } from "#app/_components/icon-button.tsx";
import { Menu, MenuChoice, MenuItem, MenuSeparator, MenuSub } from "#app/_components/menu.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { DeleteDialog } from "./delete-dialog.tsx";
import type { useTicketWrites } from "./use-ticket-writes.ts";
import { ticketWords } from "./words.ts";

export interface TicketHeaderProps {
  slug: string;
  ticket: Ticket;
  /** A run is on: moving the ticket asks what becomes of it. */
  isRunning: boolean;
  board: Board | undefined;
  writes: ReturnType<typeof useTicketWrites>;
  isFull: boolean;
  onFull: () => void;
  onClose: () => void;
}

export type HeaderPartProps = TicketHeaderProps & { onMove: (column: string) => void };

export function AssigneeChoices({
  ticket,
  board,
  writes,
}: Pick<TicketHeaderProps, "ticket" | "board" | "writes">) {
  const t = useT(ticketWords);
  const assign = (slug: string | null) =>
    void writes.patch({ assignedTo: slug ?? "" }, { assignedTo: slug });
  return (
    <>
      <MenuChoice checked={ticket.assignedTo === null} onSelect={() => assign(null)}>
        {t("nobody")}
      </MenuChoice>
      {board?.members.map((member) => (
        <MenuChoice
          key={member.slug}
          checked={member.slug === ticket.assignedTo}
          onSelect={() => assign(member.slug)}
        >
          {member.name}
          {member.type === null ? null : <span className="text-muted"> {member.type}</span>}
        </MenuChoice>
      ))}
    </>
  );
}

/** Everything else that can be done with a ticket. */
export function MoreMenu({ ticket, board, writes, onClose, onMove }: HeaderPartProps) {
  const t = useT(ticketWords);
  const [isDeleting, setDeleting] = useState(false);
  const assigned = board?.members.find(
    (member) => member.slug === ticket.assignedTo && member.kind === "agent",
  );
  return (
    <>
      <Menu
        align="end"
        label={t("more")}
        trigger={<IconButton label={t("more")} icon={<Ellipsis size={16} aria-hidden />} />}
      >
        <MenuItem
          icon={<Play size={14} aria-hidden />}
          disabled={assigned === undefined}
          hint={assigned === undefined ? t("runNoAgent") : undefined}
          onSelect={() => void writes.run(assigned?.slug ?? null)}
        >
          {assigned === undefined ? t("run") : t("runAgent", { agent: assigned.name })}
        </MenuItem>
        {ticket.state?.isQueued ? (
          <MenuItem icon={<Undo2 size={14} aria-hidden />} onSelect={() => void writes.withdraw()}>
            {t("withdraw")}
          </MenuItem>
        ) : null}
        <MenuSub label={t("moveTo")}>
          {board?.columns.map((column) => (
            <MenuItem
              key={column.id}
              disabled={column.name === ticket.status}
              onSelect={() => onMove(column.name)}
            >
              {column.name}
            </MenuItem>
          ))}
        </MenuSub>
        <MenuSub label={t("assignTo")}>
          <AssigneeChoices ticket={ticket} board={board} writes={writes} />
        </MenuSub>
        <MenuSeparator />
        <MenuItem danger icon={<Trash2 size={14} aria-hidden />} onSelect={() => setDeleting(true)}>
          {t("delete")}
        </MenuItem>
      </Menu>
      <DeleteDialog
        number={ticket.id}
        writes={writes}
        isOpen={isDeleting}
        onOpenChange={setDeleting}
        onDeleted={onClose}
      />
    </>
  );
}
