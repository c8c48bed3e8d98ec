"use client";
import { Pencil, Star, Trash2, Users } from "lucide-react";
import type { SavedView } from "#server/contracts/saved-view.ts";
import { MenuItem } from "#app/_components/menu.tsx";
import { notify } from "#app/_components/toast.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useMe } from "#app/_lib/queries.ts";
import type { useSavedViews } from "./use-saved-views.ts";
import { viewWords } from "./view-words.ts";

interface Props {
  view: SavedView;
  saved: ReturnType<typeof useSavedViews>;
  onRename: () => void;
}

/** What can be done with the view that is shown; one that somebody shares is deleted by an owner only. */
export function ViewItems({ view, saved, onRename }: Props) {
  const t = useT(viewWords);
  const role = useMe().data?.role;
  const { id, name, query, layout, sort, isShared, isDefault, isMine } = view;
  const remove = async () => {
    if (!(await saved.remove(id))) return;
    const restore = async () => void (await saved.create({ name, query, layout, sort, isShared }));
    notify({
      text: t("removed", { name }),
      ...(isMine ? { action: { label: t("undo"), onClick: () => void restore() } } : {}),
    });
  };
  return (
    <>
      {isMine ? (
        <>
          <MenuItem
            icon={<Star size={14} aria-hidden />}
            onSelect={() => void saved.patch(id, { isDefault: !isDefault })}
          >
            {t(isDefault ? "dropDefault" : "makeDefault")}
          </MenuItem>
          <MenuItem icon={<Pencil size={14} aria-hidden />} onSelect={onRename}>
            {t("rename", { name })}
          </MenuItem>
          {role === "viewer" ? null : (
            <MenuItem
              icon={<Users size={14} aria-hidden />}
              onSelect={() => void saved.patch(id, { isShared: !isShared })}
            >
              {t(isShared ? "unshare" : "share")}
            </MenuItem>
          )}
        </>
      ) : null}
      {isMine || role === "owner" ? (
        <MenuItem icon={<Trash2 size={14} aria-hidden />} danger onSelect={() => void remove()}>
          {t("remove", { name })}
        </MenuItem>
      ) : null}
    </>
  );
}
