"use client";
import { useEffect, useId, useRef, useState } from "react";
import { Button } from "#app/_components/button.tsx";
import { Dialog } from "#app/_components/dialog.tsx";
import { Checkbox, Field, Input } from "#app/_components/field.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { viewWords } from "./view-words.ts";

interface Props {
  /** The present name where a view is renamed; null: a new one. */
  name: string | null;
  /** What a new one keeps. */
  content: string;
  /** Own names that are taken. */
  names: readonly string[];
  mayShare: boolean;
  onSave: (name: string, isShared: boolean) => Promise<boolean>;
  onClose: () => void;
}

/** Asks for the name of a new view, or another one for a view there is. */
export function SaveViewDialog({ name: old, content, names, mayShare, onSave, onClose }: Props) {
  const t = useT(viewWords);
  const form = useId();
  const [name, setName] = useState(old ?? "");
  const [isShared, setShared] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  // A moment later: the menu it was opened from still holds the focus.
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      input.current?.focus();
      input.current?.select();
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  const trimmed = name.trim();
  const isTaken = trimmed !== old && names.includes(trimmed);
  // A view is renamed to a free name; a new one may take the place of one there is.
  const isRefused = trimmed === "" || isSaving || (old !== null && isTaken);
  const submit = async () => {
    if (isRefused) return;
    setSaving(true);
    const isSaved = await onSave(trimmed, isShared);
    setSaving(false);
    if (isSaved) onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={t(old === null ? "save.title" : "rename.title")}
      description={old ?? content}
      actions={
        <>
          <Button onClick={onClose}>{t("save.cancel")}</Button>
          <Button look="filled" type="submit" form={form} disabled={isRefused}>
            {t(old === null ? "save.button" : "rename.button")}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Field
          label={t("save.name")}
          hint={isTaken && old === null ? t("save.replaces", { name: trimmed }) : undefined}
          error={isTaken && old !== null ? t("rename.taken", { name: trimmed }) : undefined}
        >
          {(parts) => (
            <Input
              {...parts}
              value={name}
              maxLength={60}
              ref={input}
              autoComplete="off"
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        {old === null && mayShare ? (
          <Checkbox
            label={t("save.share")}
            hint={t("save.shareHint")}
            checked={isShared}
            onChange={(event) => setShared(event.target.checked)}
          />
        ) : null}
      </form>
    </Dialog>
  );
}
