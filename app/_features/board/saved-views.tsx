"use client";
import { Bookmark, Link2, Plus, Star, Trash2 } from "lucide-react";
import { useState } from "react";
import { Button } from "#app/_components/button.tsx";
import { Menu, MenuChoice, MenuItem, MenuSeparator } from "#app/_components/menu.tsx";
import { notify } from "#app/_components/toast.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useBoardContext } from "./board-context.tsx";
import { SaveViewDialog } from "./save-view-dialog.tsx";
import type { QueryText } from "./use-query-text.ts";
import { useDefaultView, useSavedViews } from "./use-saved-views.ts";
import { viewWords } from "./view-words.ts";

/** The person's saved searches: chosen, saved, shared, one of them the board's first (ux 38). */
export function SavedViews({ queryText }: { queryText: QueryText }) {
  const { slug } = useBoardContext();
  const t = useT(viewWords);
  const { views, save, forget } = useSavedViews(slug);
  const [isNaming, setNaming] = useState(false);
  useDefaultView(views, queryText);
  const text = queryText.text.trim();
  const shown = text === "" ? undefined : views?.find((view) => view.query === text);
  const copy = () => {
    void navigator.clipboard
      .writeText(window.location.href)
      .then(() => notify({ text: t("copied") }));
  };
  return (
    <>
      <Menu
        label={t("views")}
        trigger={
          <Button size="small" aria-label={shown ? t("viewIs", { name: shown.name }) : t("views")}>
            <Bookmark size={13} aria-hidden />
            <span className="max-w-40 truncate">{shown ? shown.name : t("views")}</span>
          </Button>
        }
      >
        <MenuChoice checked={text === ""} onSelect={() => queryText.choose("")}>
          {t("all")}
        </MenuChoice>
        {views?.map((view) => (
          <MenuChoice
            key={view.name}
            checked={view === shown}
            onSelect={() => queryText.choose(view.query)}
          >
            {view.isDefault ? t("isDefault", { name: view.name }) : view.name}
          </MenuChoice>
        ))}
        <MenuSeparator />
        {shown ? (
          <>
            <MenuItem
              icon={<Star size={14} aria-hidden />}
              onSelect={() => void save({ ...shown, isDefault: !shown.isDefault })}
            >
              {t(shown.isDefault ? "dropDefault" : "makeDefault")}
            </MenuItem>
            <MenuItem
              icon={<Trash2 size={14} aria-hidden />}
              onSelect={() => void forget(shown.name)}
            >
              {t("forget", { name: shown.name })}
            </MenuItem>
          </>
        ) : (
          <MenuItem
            icon={<Plus size={14} aria-hidden />}
            disabled={text === ""}
            onSelect={() => setNaming(true)}
          >
            {t("save")}
          </MenuItem>
        )}
        <MenuItem icon={<Link2 size={14} aria-hidden />} onSelect={copy}>
          {t("copy")}
        </MenuItem>
      </Menu>
      {isNaming ? (
        <SaveViewDialog
          query={text}
          names={views?.map((view) => view.name) ?? []}
          onSave={save}
          onClose={() => setNaming(false)}
        />
      ) : null}
    </>
  );
}
