"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { z } from "zod";
import {
  savedViewSchema,
  type CreateView,
  type PatchView,
  type SavedView,
} from "#server/contracts/saved-view.ts";
import { notify } from "#app/_components/toast.tsx";
import { anythingSchema, api, projectPath } from "#app/_lib/api.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { queryKeys } from "#app/_lib/query-keys.ts";
import { rememberedSort } from "./remembered-sort.ts";
import { reasonOf } from "./use-move.ts";
import type { QueryText, Shown } from "./use-query-text.ts";
import { boardWords } from "./words.ts";

const viewsSchema = z.array(savedViewSchema);

/** What shows all tickets as a board opens. */
export const plainView: Shown = { query: "", layout: "board", sort: "" };

export function isSameView(a: Shown, b: Shown): boolean {
  return a.query.trim() === b.query.trim() && a.layout === b.layout && a.sort === b.sort;
}

/** The views of a board, and how they are changed. Resolves to false when refused. */
export function useSavedViews(slug: string) {
  const client = useQueryClient();
  const t = useT(boardWords);
  const queryKey = queryKeys.savedViews(slug);
  const path = `${projectPath(slug)}/views`;
  const { data, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.get(path, viewsSchema, { signal }),
  });
  const carryOut = async (change: Promise<unknown>): Promise<boolean> => {
    try {
      await change;
      return true;
    } catch (error) {
      notify({ kind: "error", text: t("failed", { reason: reasonOf(error) }) });
      return false;
    } finally {
      await client.invalidateQueries({ queryKey });
    }
  };
  return {
    views: data,
    /** Others may have shared one meanwhile. */
    refresh: () => void refetch(),
    create: (view: CreateView) => carryOut(api.post(path, view, savedViewSchema)),
    patch: (id: number, change: PatchView) =>
      carryOut(api.patch(`${path}/${id}`, change, savedViewSchema)),
    remove: (id: number) => carryOut(api.delete(`${path}/${id}`, anythingSchema)),
  };
}

/**
 * A board that is opened without anything in the address opens with the person's default view, else
 * with the order of columns that was chosen last.
 */
export function useDefaultView(
  slug: string,
  views: readonly SavedView[] | undefined,
  address: QueryText,
): void {
  const { shown, replace } = address;
  const [isPlain] = useState(() => isSameView(shown, plainView));
  const [isJudged, setJudged] = useState(false);
  useEffect(() => {
    if (isJudged || views === undefined) return;
    setJudged(true);
    const view = views.find((one) => one.isDefault);
    const first = view
      ? { query: view.query, layout: view.layout, sort: view.sort }
      : { ...plainView, sort: rememberedSort(slug) };
    // What was typed meanwhile stays.
    if (isPlain && isSameView(shown, plainView) && !isSameView(first, plainView)) replace(first);
  }, [isJudged, views, isPlain, shown, replace, slug]);
}
