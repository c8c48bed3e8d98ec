"use client";
import { Plus } from "lucide-react";
import { useState, type ReactNode } from "react";
import { Button } from "#app/_components/button.tsx";
import { Input } from "#app/_components/field.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { settingsWords } from "./words.ts";

/** One more of something, by its name. A refused name stays in the field. */
export function AddForm({
  label,
  onAdd,
  children,
}: {
  label: string;
  onAdd: (name: string) => Promise<unknown>;
  /** More to choose, before the button. */
  children?: ReactNode;
}) {
  const t = useT(settingsWords);
  const [name, setName] = useState("");
  const trimmed = name.trim();
  return (
    <form
      className="mt-2 flex flex-wrap items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (trimmed === "") return;
        onAdd(trimmed).then(
          () => setName(""),
          () => undefined,
        );
      }}
    >
      <Input
        aria-label={label}
        placeholder={label}
        className="w-52"
        maxLength={60}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      {children}
      <Button type="submit" disabled={trimmed === ""}>
        <Plus size={14} aria-hidden />
        {t("add")}
      </Button>
    </form>
  );
}
