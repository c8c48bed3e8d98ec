"use client";
import { ArrowDownUp } from "lucide-react";
import type { BoardColumn, Column } from "#server/contracts/ticket.ts";
import { cn } from "#app/_components/class-names.ts";
import { IconButton } from "#app/_components/icon-button.tsx";
import { Menu, MenuChoice } from "#app/_components/menu.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useColumnSort } from "./use-column-sort.ts";
import { viewWords } from "./view-words.ts";

const sorts: readonly Column["sort"][] = ["manual", "updated", "oldest", "priority", "cost"];

/** In which order this person sees the column's tickets; the whole column, also what is not loaded. */
export function ColumnMenu({ column, className }: { column: BoardColumn; className?: string }) {
  const t = useT(viewWords);
  const sortBy = useColumnSort();
  const isSorted = column.sort !== "manual";
  // An order that was set for everybody and is not among them is still named.
  const choices = sorts.includes(column.sort) ? sorts : [...sorts, column.sort];
  const label = t("sort.button", { column: column.name, sort: t(`sort.${column.sort}`) });
  return (
    <Menu
      align="end"
      label={label}
      trigger={
        <IconButton
          size="small"
          label={label}
          className={cn(isSorted && "text-accent", className)}
          icon={<ArrowDownUp size={13} aria-hidden />}
        />
      }
    >
      {choices.map((sort) => (
        <MenuChoice
          key={sort}
          checked={sort === column.sort}
          onSelect={() => sortBy(column.id, sort)}
        >
          {t(`sort.${sort}`)}
        </MenuChoice>
      ))}
    </Menu>
  );
}
