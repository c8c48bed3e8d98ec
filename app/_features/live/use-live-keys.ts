"use client";
import { useEffect } from "react";
import { isPageKey } from "#app/_lib/keys.ts";

export interface LiveActions {
  onMenu: (run: string, menu: "all" | "stop" | null) => void;
  onSteer: (run: string, isSteering: boolean) => void;
  canWrite: boolean;
}

/** `1`–`6` focus a place; Enter, `s`, `x` and `.` act on the run of the focused one. All are in its menu too (ux 29). */
export function useLiveKeys({ onMenu, onSteer, canWrite }: LiveActions): void {
  useEffect(() => {
    const act = (key: string): boolean => {
      if (/^[1-6]$/.test(key)) {
        const place = document.querySelector<HTMLElement>(`[data-tile="${key}"]`);
        place?.focus();
        return place !== null;
      }
      const tile = document.activeElement?.closest<HTMLElement>("[data-tile][data-run]");
      const run = tile?.dataset.run;
      if (!tile || run === undefined) return false;
      if (key === "Enter") {
        // On a link or button of the tile Enter is its own.
        if (document.activeElement !== tile) return false;
        tile.querySelector<HTMLAnchorElement>("a[data-tile-link]")?.click();
        return true;
      }
      if (key === ".") onMenu(run, "all");
      else if (key === "x" && canWrite) onMenu(run, "stop");
      else if (key === "s" && canWrite) onSteer(run, true);
      else return false;
      return true;
    };
    const onKey = (event: KeyboardEvent) => {
      if (isPageKey(event) && act(event.key)) event.preventDefault();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [canWrite, onMenu, onSteer]);
}
