"use client";
import { useState } from "react";
import { formatBranches, parseBranches, type OpenBranches } from "#server/contracts/ticket-rows.ts";

const allOpen: OpenBranches = { isOpen: true, except: [] };
const keyOf = (slug: string) => `signalbox-branches-${slug}`;

/** Which branches of a tree are open, remembered by the browser for each board. A search opens all of what it finds, and what is closed then is not remembered. */
export function useBranches(slug: string, question: string) {
  const [kept, setKept] = useState(() =>
    parseBranches(localStorage.getItem(keyOf(slug)) ?? "open"),
  );
  const [found, setFound] = useState({ question, branches: allOpen });
  const isSearch = question !== "";
  const searched = found.question === question ? found.branches : allOpen;
  const branches = isSearch ? searched : kept;
  const change = (next: OpenBranches) => {
    if (isSearch) {
      setFound({ question, branches: next });
      return;
    }
    localStorage.setItem(keyOf(slug), formatBranches(next));
    setKept(next);
  };
  return {
    branches,
    setAll: (isOpen: boolean) => change({ isOpen, except: [] }),
    toggle: (ticket: number) => {
      const { isOpen, except } = branches;
      const others = except.filter((number) => number !== ticket);
      change({ isOpen, except: except.includes(ticket) ? others : [...except, ticket] });
    },
  };
}
