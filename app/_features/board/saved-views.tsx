"use client";
import { Bookmark, Link2, Plus } from "lucide-react";
import { useState } from "react";
import type { SavedView } from "#server/contracts/saved-view.ts";
import { Button } from "#app/_components/button.tsx";
import { Menu, MenuChoice, MenuItem, MenuLabel, MenuSeparator } from "#app/_components/menu.tsx";
import { notify } from "#app/_components/toast.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useMe } from "#app/_lib/queries.ts";
import { useBoardContext } from "./board-context.tsx";
import { rememberSort } from "./remembered-sort.ts";
import { SaveViewDialog } from "./save-view-dialog.tsx";
import type { QueryText } from "./use-query-text.ts";
import { isSameView, plainView, useDefaultView, useSavedViews } from "./use-saved-views.ts";
import { ViewItems } from "./view-items.tsx";
import { viewWords } from "./view-words.ts";

/** Named searches with their layout and order: chosen, saved, shared, renamed, one of them the board's first (ux 38). */
export function SavedViews({ address }: { address: QueryText }) {
  const { slug } = useBoardContext();
  const t = useT(viewWords);
  const mayShare = useMe().data?.role !== "viewer";
  const saved = useSavedViews(slug);
  const { views } = saved;
  const [naming, setNaming] = useState<SavedView | "new" | null>(null);
  useDefaultView(slug, views, address);
  const { shown } = address;
  const isPlain = isSameView(shown, plainView);
  const present = views?.filter((view) => isSameView(view, shown)) ?? [];
  const current = present.find((view) => view.isMine) ?? present[0];
  const own = views?.filter((view) => view.isMine) ?? [];
  const others = views?.filter((view) => !view.isMine) ?? [];
  const show = (view: SavedView) =>
    address.show({ query: view.query, layout: view.layout, sort: view.sort });
  const showAll = () => {
    rememberSort(slug, "");
    address.show(plainView);
  };
  const copy = () => {
    void navigator.clipboard
      .writeText(window.location.href)
      .then(() => notify({ text: t("copied") }));
  };
  const keep = (name: string, isShared: boolean) => {
    if (naming !== "new" && naming !== null) return saved.patch(naming.id, { name });
    const taken = own.find((view) => view.name === name);
    return taken
      ? saved.patch(taken.id, { ...shown, isShared })
      : saved.create({ ...shown, name, isShared });
  };
  return (
    <>
      <Menu
        label={t("views")}
        onCloseAutoFocus={(event) => {
          // The dialog that was opened keeps the focus.
          if (naming !== null) event.preventDefault();
        }}
        onOpenChange={(isOpen) => {
          if (isOpen) saved.refresh();
        }}
        trigger={
          <Button
            size="small"
            className="shrink-0"
            aria-label={current ? t("viewIs", { name: current.name }) : t("views")}
          >
            <Bookmark size={13} aria-hidden />
            <span className="max-w-40 truncate max-sm:hidden">
              {current ? current.name : t("views")}
            </span>
          </Button>
        }
      >
        <MenuChoice checked={isPlain} onSelect={showAll}>
          {t("all")}
        </MenuChoice>
        {own.map((view) => (
          <MenuChoice key={view.id} checked={view.id === current?.id} onSelect={() => show(view)}>
            {view.isDefault
              ? t("isDefault", { name: view.name })
              : view.isShared
                ? t("sharedOwn", { name: view.name })
                : view.name}
          </MenuChoice>
        ))}
        {others.length > 0 ? <MenuLabel>{t("shared")}</MenuLabel> : null}
        {others.map((view) => (
          <MenuChoice key={view.id} checked={view.id === current?.id} onSelect={() => show(view)}>
            {t("sharedBy", { name: view.name, by: view.by })}
          </MenuChoice>
        ))}
        <MenuSeparator />
        {current ? (
          <ViewItems view={current} saved={saved} onRename={() => setNaming(current)} />
        ) : null}
        {current?.isMine ? null : (
          <MenuItem
            icon={<Plus size={14} aria-hidden />}
            disabled={isPlain}
            onSelect={() => setNaming("new")}
          >
            {t("save")}
          </MenuItem>
        )}
        <MenuItem icon={<Link2 size={14} aria-hidden />} onSelect={copy}>
          {t("copy")}
        </MenuItem>
      </Menu>
      {naming === null ? null : (
        <SaveViewDialog
          name={naming === "new" ? null : naming.name}
          content={t("content", {
            layout: t(`layout.${shown.layout}`),
            query: shown.query.trim() || t("everything"),
          })}
          names={own.map((view) => view.name)}
          mayShare={mayShare}
          onSave={keep}
          onClose={() => setNaming(null)}
        />
      )}
    </>
  );
}
