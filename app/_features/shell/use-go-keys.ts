"use client";
import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";
import { isPageKey } from "#app/_lib/keys.ts";
import { useCurrentProject } from "#app/_lib/use-current-project.ts";
import { goTarget } from "./go-target.ts";
import { useShellDialogs } from "./shell-dialogs.tsx";

const goWindowMs = 1_500;

/** `g` then a letter, ⌘K and `?` on every page. */
export function useGoKeys(): void {
  const router = useRouter();
  const slug = useCurrentProject()?.slug ?? null;
  const { show } = useShellDialogs();
  const goUntil = useRef(0);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if ((event.metaKey || event.ctrlKey) && event.key.toLowerCase() === "k") {
        event.preventDefault();
        show("palette");
        return;
      }
      if (!isPageKey(event)) return;
      if (event.timeStamp < goUntil.current) {
        goUntil.current = 0;
        const target = goTarget(event.key, slug);
        // Taken even when it leads nowhere: `g m` must not open the move menu.
        event.preventDefault();
        event.stopPropagation();
        if (target !== null) router.push(target);
        return;
      }
      if (event.key === "g") goUntil.current = event.timeStamp + goWindowMs;
      if (event.key === "?") {
        event.preventDefault();
        show("shortcuts");
      }
    };
    document.addEventListener("keydown", onKey, { capture: true });
    return () => document.removeEventListener("keydown", onKey, { capture: true });
  }, [router, slug, show]);
}
