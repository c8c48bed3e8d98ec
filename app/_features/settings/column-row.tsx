"use client";
import { GripVertical, Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import type { Column } from "#server/contracts/ticket.ts";
import { columnRoles } from "#server/contracts/words.ts";
import { cn } from "#app/_components/class-names.ts";
import { IconButton } from "#app/_components/icon-button.tsx";
import { Select } from "#app/_components/select.tsx";
import { Switch } from "#app/_components/switch.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { boardWords } from "./board-words.ts";
import { DeleteColumnDialog } from "./delete-column-dialog.tsx";
import { ColorInput, DraftInput } from "./draft-input.tsx";
import { wholeNumber } from "./numbers.ts";
import { RenameDialog } from "./rename-dialog.tsx";
import { Refusal } from "./setting.tsx";
import { useRowDrag } from "./use-row-drag.ts";
import { useWrite } from "./use-settings.ts";
import { settingsWords } from "./words.ts";

const sorts = ["manual", "priority", "updated", "created", "oldest", "cost"] as const;
const maxLimit = 10_000;

export interface ColumnRowProps {
  slug: string;
  column: Column;
  index: number;
  columns: readonly Column[];
  /** Ids of automations that name it. */
  uses: readonly string[];
  isDisabled: boolean;
  onMove: (id: number, index: number) => void;
}

/** One column with all that can be set of it; every control saves by itself. */
export function ColumnRow({
  slug,
  column,
  index,
  columns,
  uses,
  isDisabled,
  onMove,
}: ColumnRowProps) {
  const t = useT(boardWords);
  const common = useT(settingsWords);
  const write = useWrite(slug);
  const row = useRef<HTMLLIElement>(null);
  const handle = useRef<HTMLButtonElement>(null);
  const edge = useRowDrag(row, handle, { id: column.id, index, isDisabled }, onMove);
  const [newName, setNewName] = useState<string | null>(null);
  const [isDeleting, setDeleting] = useState(false);
  const { name } = column;
  const save = (field: keyof Column, value: unknown) =>
    write.mutateAsync({
      method: "patch",
      path: `/columns/${column.id}`,
      body: { [field]: value, was: { [field]: column[field] } },
    });
  const saveQuietly = (field: keyof Column, value: unknown) => {
    // A refusal is shown under the row.
    save(field, value).catch(() => undefined);
  };
  return (
    <li
      ref={row}
      data-settings-column={name}
      className={cn(
        "border-b px-2 py-2 last:border-b-0",
        edge === "top" && "shadow-[inset_0_2px_var(--accent)]",
        edge === "bottom" && "shadow-[inset_0_-2px_var(--accent)]",
      )}
    >
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1.5">
        <button
          ref={handle}
          type="button"
          disabled={isDisabled}
          aria-label={t("move", { column: name })}
          title={t("move", { column: name })}
          className="flex size-7 shrink-0 cursor-grab items-center justify-center rounded text-muted hover:bg-hover disabled:opacity-50"
          onKeyDown={(event) => {
            const step = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
            if (step === 0 || !event.altKey) return;
            event.preventDefault();
            onMove(column.id, index + step);
          }}
        >
          <GripVertical size={15} aria-hidden />
        </button>
        <ColorInput
          aria-label={t("color", { name })}
          disabled={isDisabled}
          value={column.color}
          onCommit={(color) => saveQuietly("color", color)}
        />
        <div className="min-w-36 flex-1">
          <DraftInput
            aria-label={t("nameOf", { column: name })}
            disabled={isDisabled}
            maxLength={60}
            value={name}
            check={(text) => (text === "" ? common("needsText") : null)}
            onCommit={(text) => {
              if (uses.length === 0) return save("name", text);
              setNewName(text);
              return Promise.resolve();
            }}
          />
        </div>
        <Select
          aria-label={t("roleOf", { column: name })}
          disabled={isDisabled}
          value={column.role}
          options={columnRoles.map((role) => ({ value: role, label: t(`role.${role}`) }))}
          onValueChange={(role) => saveQuietly("role", role)}
        />
        <Select
          aria-label={t("sortOf", { column: name })}
          disabled={isDisabled}
          value={column.sort}
          options={sorts.map((sort) => ({ value: sort, label: t(`sort.${sort}`) }))}
          onValueChange={(sort) => saveQuietly("sort", sort)}
        />
        <div className="w-20">
          <DraftInput
            aria-label={t("limitOf", { column: name })}
            title={t("limitOf", { column: name })}
            placeholder={t("limit")}
            inputMode="numeric"
            disabled={isDisabled}
            value={column.wipLimit === null ? "" : String(column.wipLimit)}
            check={(text) =>
              text === "" || wholeNumber(text, 1, maxLimit) !== null
                ? null
                : common("needsNumber", { min: 1, max: maxLimit })
            }
            onCommit={(text) => save("wipLimit", text === "" ? null : Number(text))}
          />
        </div>
        <span className="flex items-center gap-1.5">
          <Switch
            label={t("refuseOf", { column: name })}
            disabled={isDisabled || column.wipLimit === null}
            checked={column.wipHard}
            onCheckedChange={(isHard) => saveQuietly("wipHard", isHard)}
          />
          <span aria-hidden className="text-sm text-muted">
            {t("refuse")}
          </span>
        </span>
        <IconButton
          label={t("deleteOf", { column: name })}
          icon={<Trash2 size={14} aria-hidden />}
          disabled={isDisabled}
          onClick={() => setDeleting(true)}
        />
      </div>
      {uses.length > 0 ? (
        <p className="pl-9 text-sm text-muted">{t("usedBy", { automations: uses.join(", ") })}</p>
      ) : null}
      <Refusal error={write.error} className="pl-9 text-sm" />
      {newName === null ? null : (
        <RenameDialog
          slug={slug}
          column={column}
          name={newName}
          onRenameAlone={() => save("name", newName)}
          onClose={() => setNewName(null)}
        />
      )}
      {isDeleting ? (
        <DeleteColumnDialog
          slug={slug}
          column={column}
          columns={columns}
          uses={uses}
          onClose={() => setDeleting(false)}
        />
      ) : null}
    </li>
  );
}
