"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { z } from "zod";
import { savedViewSchema, type SavedView } from "#server/contracts/saved-view.ts";
import { notify } from "#app/_components/toast.tsx";
import { anythingSchema, api, projectPath } from "#app/_lib/api.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { queryKeys } from "#app/_lib/query-keys.ts";
import { reasonOf } from "./use-move.ts";
import type { QueryText } from "./use-query-text.ts";
import { boardWords } from "./words.ts";

const viewsSchema = z.array(savedViewSchema);

/** The person's saved searches of a board, and how they are changed. Resolves to false when refused. */
export function useSavedViews(slug: string) {
  const client = useQueryClient();
  const t = useT(boardWords);
  const queryKey = queryKeys.savedViews(slug);
  const path = `${projectPath(slug)}/views`;
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.get(path, viewsSchema, { signal }),
  });
  const carryOut = async (change: Promise<unknown>): Promise<boolean> => {
    try {
      await change;
      await client.invalidateQueries({ queryKey });
      return true;
    } catch (error) {
      notify({ kind: "error", text: t("failed", { reason: reasonOf(error) }) });
      return false;
    }
  };
  return {
    views: data,
    save: (view: SavedView) => carryOut(api.put(path, view, viewsSchema)),
    forget: (name: string) => carryOut(api.delete(path, anythingSchema, { query: { name } })),
  };
}

/** A board that is opened without a search of its own opens with the person's default view. */
export function useDefaultView(
  views: readonly SavedView[] | undefined,
  queryText: QueryText,
): void {
  const [isPlain] = useState(queryText.text === "");
  const [isJudged, setJudged] = useState(false);
  const { text, replace } = queryText;
  useEffect(() => {
    if (isJudged || views === undefined) return;
    setJudged(true);
    const view = views.find((one) => one.isDefault);
    // What was typed meanwhile stays.
    if (isPlain && text === "" && view) replace(view.query);
  }, [isJudged, views, isPlain, text, replace]);
}
