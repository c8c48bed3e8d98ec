"use client";
import { announce } from "@atlaskit/pragmatic-drag-and-drop-live-region";
import { useCallback } from "react";
import type { BoardColumn } from "#server/contracts/ticket.ts";
import { notify } from "#app/_components/toast.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useColumnSort } from "./use-column-sort.ts";
import { viewWords } from "./view-words.ts";

/** Says why a card can not be given a place in this column, and offers the order in which it can. */
export function useTellSorted(): (column: BoardColumn) => void {
  const t = useT(viewWords);
  const sortBy = useColumnSort();
  return useCallback(
    ({ id, name, sort }) => {
      const text = t("sort.refused", { column: name, sort: t(`sort.${sort}`) });
      announce(text);
      notify({
        id: "sorted",
        text,
        action: { label: t("sort.byHand"), onClick: () => sortBy(id, "manual") },
      });
    },
    [sortBy, t],
  );
}
