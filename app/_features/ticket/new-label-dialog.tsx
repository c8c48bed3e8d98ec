"use client";
import { useId, useState } from "react";
import { labelSchema, type Label } from "#server/contracts/ticket.ts";
import { Button } from "#app/_components/button.tsx";
import { Dialog } from "#app/_components/dialog.tsx";
import { Field, Input } from "#app/_components/field.tsx";
import { api, projectPath } from "#app/_lib/api.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { reasonOf } from "./use-ticket-writes.ts";
import { ticketWords } from "./words.ts";

/** Told apart with and without colour vision; any other can be chosen, too. */
const colors = ["#6366f1", "#0ea5e9", "#10b981", "#f59e0b", "#ef4444", "#a855f7"] as const;

/** A label that the project does not have yet; the ticket gets it at once. */
export function NewLabelDialog({
  slug,
  onClose,
  onMade,
}: {
  slug: string;
  onClose: () => void;
  onMade: (label: Label) => Promise<unknown>;
}) {
  const t = useT(ticketWords);
  const form = useId();
  const [name, setName] = useState("");
  const [color, setColor] = useState<string>(colors[0]);
  const [refused, setRefused] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const make = async () => {
    if (name.trim() === "" || isBusy) return;
    setBusy(true);
    try {
      const label = await api.post(
        `${projectPath(slug)}/labels`,
        { name: name.trim(), color },
        labelSchema,
      );
      await onMade(label);
      onClose();
    } catch (error) {
      setRefused(reasonOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("label.title")}
      actions={
        <>
          <Button onClick={onClose}>{t("cancel")}</Button>
          <Button look="filled" type="submit" form={form} disabled={isBusy || name.trim() === ""}>
            {t("label.make")}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          void make();
        }}
      >
        <Field label={t("label.name")} error={refused}>
          {(parts) => (
            <Input
              {...parts}
              autoFocus
              maxLength={100}
              value={name}
              onChange={(event) => {
                setName(event.target.value);
                setRefused(null);
              }}
            />
          )}
        </Field>
        <fieldset className="flex flex-wrap items-center gap-2">
          <legend className="mb-1 font-medium">{t("label.color")}</legend>
          {colors.map((value) => (
            <label
              key={value}
              className="flex size-7 items-center justify-center rounded-full border-2 border-transparent has-checked:border-accent has-focus-visible:outline-2 has-focus-visible:outline-(--accent)"
            >
              <input
                type="radio"
                name="color"
                className="sr-only"
                aria-label={value}
                checked={value === color}
                onChange={() => setColor(value)}
              />
              <svg viewBox="0 0 8 8" className="size-5" aria-hidden>
                <circle cx="4" cy="4" r="4" fill={value} />
              </svg>
            </label>
          ))}
          <input
            type="color"
            aria-label={t("label.otherColor")}
            className="size-7 rounded border bg-transparent"
            value={color}
            onChange={(event) => setColor(event.target.value)}
          />
        </fieldset>
      </form>
    </Dialog>
  );
}
