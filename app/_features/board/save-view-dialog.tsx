"use client";
import { useId, useState } from "react";
import type { SavedView } from "#server/contracts/saved-view.ts";
import { Button } from "#app/_components/button.tsx";
import { Dialog } from "#app/_components/dialog.tsx";
import { Field, Input } from "#app/_components/field.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { viewWords } from "./view-words.ts";

interface Props {
  query: string;
  /** Names that are taken: saving under one changes that view. */
  names: readonly string[];
  onSave: (view: SavedView) => Promise<boolean>;
  onClose: () => void;
}

/** Asks for the name of a search. */
export function SaveViewDialog({ query, names, onSave, onClose }: Props) {
  const t = useT(viewWords);
  const form = useId();
  const [name, setName] = useState("");
  const [isSaving, setSaving] = useState(false);
  const trimmed = name.trim();
  const submit = async () => {
    if (trimmed === "" || isSaving) return;
    setSaving(true);
    const isSaved = await onSave({ name: trimmed, query, isDefault: false });
    setSaving(false);
    if (isSaved) onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={t("save.title")}
      description={query}
      actions={
        <>
          <Button onClick={onClose}>{t("save.cancel")}</Button>
          <Button look="filled" type="submit" form={form} disabled={trimmed === "" || isSaving}>
            {t("save.button")}
          </Button>
        </>
      }
    >
      <form
        id={form}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Field
          label={t("save.name")}
          hint={names.includes(trimmed) ? t("save.replaces", { name: trimmed }) : undefined}
        >
          {(parts) => (
            <Input
              {...parts}
              value={name}
              maxLength={60}
              autoComplete="off"
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
