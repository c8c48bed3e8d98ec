"use client";
import { useEffect } from "react";
import { usePathname } from "next/navigation";
import { useMyInboxCount } from "#app/_lib/queries.ts";

/** The number of things that need a person stands in the tab's title. */
export function TabTitle() {
  const count = useMyInboxCount();
  const pathname = usePathname();
  useEffect(() => {
    const bare = document.title.replace(/^\(\d+\) /, "");
    document.title = count > 0 ? `(${count}) ${bare}` : bare;
  }, [count, pathname]);
  return null;
}
