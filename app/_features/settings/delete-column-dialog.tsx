"use client";
import { useState } from "react";
import type { Column } from "#server/contracts/ticket.ts";
import { Button } from "#app/_components/button.tsx";
import { Dialog } from "#app/_components/dialog.tsx";
import { Checkbox, Field } from "#app/_components/field.tsx";
import { Select } from "#app/_components/select.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { boardWords } from "./board-words.ts";
import { Refusal } from "./setting.tsx";
import { useWrite } from "./use-settings.ts";
import { settingsWords } from "./words.ts";

/** Where the tickets go, and which automations lose their column (rule 34). */
export function DeleteColumnDialog({
  slug,
  column,
  columns,
  uses,
  onClose,
}: {
  slug: string;
  column: Column;
  columns: readonly Column[];
  uses: readonly string[];
  onClose: () => void;
}) {
  const t = useT(boardWords);
  const common = useT(settingsWords);
  const write = useWrite(slug);
  const others = columns.filter(({ id }) => id !== column.id);
  const [target, setTarget] = useState(others[0]?.name ?? "");
  const [isForced, setForced] = useState(false);
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={t("delete.title", { column: column.name })}
      actions={
        <>
          <Button onClick={onClose}>{common("cancel")}</Button>
          <Button
            look="danger"
            disabled={target === "" || write.isPending || (uses.length > 0 && !isForced)}
            onClick={() =>
              write.mutate(
                {
                  method: "delete",
                  path: `/columns/${column.id}`,
                  query: { moveTicketsTo: target, force: isForced },
                },
                { onSuccess: onClose },
              )
            }
          >
            {common("delete")}
          </Button>
        </>
      }
    >
      {others.length === 0 ? (
        <p>{t("delete.last")}</p>
      ) : (
        <Field label={t("delete.to")} hint={t("delete.fires")}>
          {(parts) => (
            <Select
              {...parts}
              value={target}
              options={others.map(({ name }) => ({ value: name, label: name }))}
              onValueChange={setTarget}
            />
          )}
        </Field>
      )}
      {uses.length > 0 ? (
        <div className="mt-3 flex flex-col gap-2">
          <p className="text-amber">
            {t("delete.used", { count: uses.length, automations: uses.join(", ") })}
          </p>
          <Checkbox
            label={t("delete.anyway")}
            checked={isForced}
            onChange={(event) => setForced(event.target.checked)}
          />
        </div>
      ) : null}
      <Refusal error={write.error} className="mt-2" />
    </Dialog>
  );
}
