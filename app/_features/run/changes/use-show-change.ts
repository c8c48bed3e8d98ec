"use client";
import { useCallback } from "react";
import type { RunDetail } from "#server/contracts/run.ts";
import { useRunChanges } from "../use-run.ts";
import { pathInRun, type WantedChange } from "./places.ts";

/** The way from an edit to its file in Changes, where the run left the file changed. */
export function useShowChange(
  slug: string,
  { id, cwd }: Pick<RunDetail, "id" | "cwd">,
  onShow: ((change: WantedChange) => void) | undefined,
): (file: string, seq: number) => (() => void) | null {
  const changes = useRunChanges(slug, id, false).data;
  return useCallback(
    (file, seq) => {
      const path = pathInRun(cwd, file);
      const isChanged =
        changes?.source === "checkpoints" && changes.files.some((one) => one.path === path);
      return isChanged && onShow !== undefined ? () => onShow({ path, seq }) : null;
    },
    [changes, cwd, onShow],
  );
}
