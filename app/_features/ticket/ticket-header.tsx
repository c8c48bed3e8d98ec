"use client";
import { Bot, Flag, Maximize2, Minimize2, User, X } from "lucide-react";
import { useState } from "react";
import { priorities } from "#server/contracts/words.ts";
import { Button } from "#app/_components/button.tsx";
import { ForWriters } from "#app/_components/for-writers.tsx";
import { IconButton } from "#app/_components/icon-button.tsx";
import { Menu, MenuChoice } from "#app/_components/menu.tsx";
import { MoveRunningDialog } from "#app/_components/move-running-dialog.tsx";
import { StateWord } from "#app/_components/state-word.tsx";
import { componentWords } from "#app/_components/words.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { FamilyProperties } from "./family-properties.tsx";
import { ReadProperties } from "./read-properties.tsx";
import { PresentPeople } from "./present-people.tsx";
import { LabelProperty } from "./label-property.tsx";
import {
  AssigneeChoices,
  MoreMenu,
  type HeaderPartProps,
  type TicketHeaderProps,
} from "./ticket-menu.tsx";
import { TicketTitle } from "./ticket-title.tsx";
import { ticketWords } from "./words.ts";

/** Number, title and properties in two lines; everything else is in ⋯. */
export function TicketHeader(given: TicketHeaderProps) {
  const { ticket, isFull, onFull, onClose } = given;
  const t = useT(ticketWords);
  const [column, setColumn] = useState<string | null>(null);
  const move = (name: string) =>
    given.isRunning && name !== ticket.status ? setColumn(name) : void given.writes.move(name);
  const props = { ...given, onMove: move };
  return (
    <header className="shrink-0 border-b px-3 pt-2 pb-1.5">
      <div className="flex items-start gap-1">
        <span className="pt-0.5 pr-1 text-lg text-muted">#{ticket.id}</span>
        <TicketTitle ticket={ticket} writes={props.writes} />
        <PresentPeople slug={given.slug} number={ticket.id} />
        <ForWriters>{ticket.deletedAt === null ? <MoreMenu {...props} /> : null}</ForWriters>
        <IconButton
          label={t(isFull ? "normalWidth" : "fullWidth")}
          className="max-sm:hidden"
          icon={isFull ? <Minimize2 size={15} aria-hidden /> : <Maximize2 size={15} aria-hidden />}
          onClick={onFull}
        />
        <IconButton
          label={t("close")}
          shortcut="Esc"
          icon={<X size={16} aria-hidden />}
          onClick={onClose}
        />
      </div>
      {ticket.deletedAt === null ? (
        <ForWriters instead={<ReadProperties {...props} />}>
          <Properties {...props} />
        </ForWriters>
      ) : null}
      {column === null ? null : (
        <MoveRunningDialog
          ticket={ticket.id}
          column={column}
          onClose={() => setColumn(null)}
          onMove={(stopRun) => void given.writes.move(column, stopRun)}
        />
      )}
    </header>
  );
}

function Properties({ slug, ticket, board, writes, onMove }: HeaderPartProps) {
  const t = useT(ticketWords);
  const words = useT(componentWords);
  const member = board?.members.find((candidate) => candidate.slug === ticket.assignedTo);
  const property = "max-w-48 px-1.5 text-sm";
  return (
    // On a phone in one row that scrolls: what is asked below needs the room.
    <div className="flex flex-wrap items-center gap-0.5 max-sm:flex-nowrap max-sm:overflow-x-auto max-sm:[scrollbar-width:none] max-sm:*:shrink-0">
      {ticket.state === null ? null : (
        <StateWord
          word={ticket.state.word}
          gate={ticket.state.gate}
          className="mr-2 pl-1 text-sm"
        />
      )}
      <Menu
        label={t("column")}
        trigger={
          <Button
            look="ghost"
            size="small"
            className={property}
            aria-label={`${t("column")}: ${ticket.status}`}
            data-property="column"
          >
            <span className="truncate">{ticket.status} ▾</span>
          </Button>
        }
      >
        {board?.columns.map((column) => (
          <MenuChoice
            key={column.id}
            checked={column.name === ticket.status}
            onSelect={() => onMove(column.name)}
          >
            {column.name}
          </MenuChoice>
        ))}
      </Menu>
      <Menu
        label={t("assignee")}
        trigger={
          <Button
            look="ghost"
            size="small"
            className={property}
            aria-label={`${t("assignee")}: ${ticket.assignedTo ?? t("nobody")}`}
            data-property="assignee"
          >
            {member?.kind === "agent" ? (
              <Bot size={13} aria-hidden />
            ) : (
              <User size={13} aria-hidden />
            )}
            <span className="truncate">{member?.name ?? ticket.assignedTo ?? t("nobody")} ▾</span>
          </Button>
        }
      >
        <AssigneeChoices ticket={ticket} board={board} writes={writes} />
      </Menu>
      <Menu
        label={t("priority")}
        trigger={
          <Button
            look="ghost"
            size="small"
            className={property}
            aria-label={`${t("priority")}: ${words(`priority.${ticket.priority}`)}`}
          >
            <Flag size={13} aria-hidden />
            {words(`priority.${ticket.priority}`)} ▾
          </Button>
        }
      >
        {priorities.toReversed().map((priority) => (
          <MenuChoice
            key={priority}
            checked={priority === ticket.priority}
            onSelect={() => void writes.patch({ priority }, { priority })}
          >
            {words(`priority.${priority}`)}
          </MenuChoice>
        ))}
      </Menu>
      <LabelProperty slug={slug} ticket={ticket} labels={board?.labels ?? []} writes={writes} />
      <FamilyProperties slug={slug} ticket={ticket} />
    </div>
  );
}
