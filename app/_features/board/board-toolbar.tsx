"use client";
import { ListFilter, X } from "lucide-react";
import type { RefObject } from "react";
import { IconButton } from "#app/_components/icon-button.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { boardWords } from "./words.ts";

/** The filter line; its text is in the URL. */
export function BoardToolbar({
  text,
  onText,
  input,
}: {
  text: string;
  onText: (text: string) => void;
  input: RefObject<HTMLInputElement | null>;
}) {
  const t = useT(boardWords);
  return (
    <div role="search" className="relative mx-1.5 mt-1.5 flex h-7 shrink-0 items-center">
      <ListFilter
        size={14}
        aria-hidden
        className="pointer-events-none absolute left-2 text-muted"
      />
      <input
        ref={input}
        type="text"
        value={text}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          event.preventDefault();
          if (text === "") event.currentTarget.blur();
          else onText("");
        }}
        aria-label={t("filter")}
        aria-keyshortcuts="/"
        placeholder={t("filterPlaceholder")}
        spellCheck={false}
        className="h-full w-full max-w-160 rounded border border-line bg-surface pr-8 pl-7 outline-offset-0"
      />
      {text === "" ? null : (
        <IconButton
          label={t("clearFilter")}
          size="small"
          icon={<X size={13} aria-hidden />}
          onClick={() => {
            onText("");
            input.current?.focus();
          }}
          className="-ml-7"
        />
      )}
    </div>
  );
}
