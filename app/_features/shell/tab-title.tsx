"use client";
import { useEffect } from "react";
import { usePathname } from "next/navigation";
import { useInbox } from "#app/_lib/queries.ts";

/** The number of things that need a person stands in the tab's title. */
export function TabTitle() {
  const count = useInbox().data?.length ?? 0;
  const pathname = usePathname();
  useEffect(() => {
    const bare = document.title.replace(/^\(\d+\) /, "");
    document.title = count > 0 ? `(${count}) ${bare}` : bare;
  }, [count, pathname]);
  return null;
}
