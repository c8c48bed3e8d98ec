"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { CornerLeftUp, Folder, FolderGit2 } from "lucide-react";
import { useId, useState, type KeyboardEvent } from "react";
import { browseAnswerSchema } from "#server/contracts/project.ts";
import { cn } from "#app/_components/class-names.ts";
import { Field, Input } from "#app/_components/field.tsx";
import { api } from "#app/_lib/api.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { matchFolders, splitPath } from "./split-path.ts";
import { openingWords } from "./words.ts";

const shown = 8;

/** A combobox over the server's folders; repositories first. */
export function PathField({
  path,
  onPath,
  error,
}: {
  path: string;
  onPath: (path: string) => void;
  error: string | null;
}) {
  const t = useT(openingWords);
  const listId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const { folder, beginning } = splitPath(path);
  const { data } = useQuery({
    queryKey: ["browse", folder],
    queryFn: ({ signal }) =>
      api.get("/browse", browseAnswerSchema, { signal, query: { path: folder } }),
    enabled: folder !== "",
    placeholderData: keepPreviousData,
    retry: false,
  });
  const folders =
    data?.path === folder || data?.path === `${folder}/`
      ? matchFolders(data.folders, beginning).slice(0, shown)
      : [];
  const choose = (chosen: string) => {
    onPath(`${chosen.replace(/\/+$/, "")}/`);
    setActive(-1);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      setIsOpen(true);
      setActive((old) =>
        Math.min(folders.length - 1, Math.max(-1, old + (event.key === "ArrowDown" ? 1 : -1))),
      );
    }
    const chosen =
      folders[active] ?? (event.key === "Tab" && beginning !== "" ? folders[0] : undefined);
    if ((event.key === "Enter" || event.key === "Tab") && chosen && isOpen) {
      event.preventDefault();
      choose(chosen.path);
    }
    if (event.key === "Escape") setIsOpen(false);
  };
  return (
    <div
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setIsOpen(false);
      }}
      className="relative"
    >
      <Field label={t("path")} hint={t("pathHint")} error={error}>
        {(parts) => (
          <Input
            {...parts}
            role="combobox"
            aria-expanded={isOpen && folders.length > 0}
            aria-controls={listId}
            aria-activedescendant={active >= 0 ? `${listId}-${active}` : undefined}
            autoComplete="off"
            spellCheck={false}
            value={path}
            placeholder={t("pathPlaceholder")}
            onFocus={() => setIsOpen(true)}
            onChange={(event) => {
              onPath(event.target.value);
              setIsOpen(true);
              setActive(-1);
            }}
            onKeyDown={onKeyDown}
            className="h-9 font-mono"
          />
        )}
      </Field>
      {isOpen && folders.length > 0 ? (
        <div
          id={listId}
          role="listbox"
          aria-label={t("browse", { path: folder })}
          className="appear absolute inset-x-0 z-20 mt-1 rounded-lg border bg-raised p-1 shadow-lift"
        >
          {folders.map((entry, index) => (
            <div
              key={entry.path}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === active}
              onPointerDown={(event) => {
                event.preventDefault();
                choose(entry.path);
              }}
              className={cn(
                "flex h-7 cursor-pointer items-center gap-2 rounded px-2 hover:bg-hover",
                index === active && "bg-hover",
              )}
            >
              {entry.isGit ? (
                <FolderGit2 size={14} className="text-accent" aria-hidden />
              ) : (
                <Folder size={14} className="text-muted" aria-hidden />
              )}
              <span className="min-w-0 flex-1 truncate font-mono">{entry.name}</span>
              {entry.isGit ? <span className="text-sm text-muted">{t("repository")}</span> : null}
            </div>
          ))}
          {data?.parent ? (
            <div
              role="option"
              aria-selected={false}
              onPointerDown={(event) => {
                event.preventDefault();
                choose(data.parent ?? "/");
              }}
              className="flex h-7 cursor-pointer items-center gap-2 rounded px-2 text-muted hover:bg-hover"
            >
              <CornerLeftUp size={14} aria-hidden />
              {t("up")}
            </div>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}
