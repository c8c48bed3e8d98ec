"use client";
import { useCallback, useEffect, useRef, useState } from "react";
import type { FleetRun } from "#server/contracts/fleet.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { liveWords } from "./words.ts";

/** The one thing of the page that speaks by itself (ux 29): a run asks or ended, told once. */
export function useSaid(runs: readonly FleetRun[]): {
  text: string;
  onSay: (run: string, text: string, isEnd: boolean) => void;
} {
  const t = useT(liveWords);
  const [text, setText] = useState("");
  const known = useRef(new Map<string, string>());
  const ended = useRef(new Set<string>());
  const onSay = useCallback((run: string, said: string, isEnd: boolean) => {
    if (isEnd) ended.current.add(run);
    setText(said);
  }, []);
  useEffect(() => {
    const now = new Map(
      runs.map((run) => [
        run.id,
        run.ticket === null ? run.agent : `${run.ticket} ${run.ticketTitle ?? ""}`,
      ]),
    );
    // A run that left before its tile heard of its end is told here.
    for (const [run, title] of known.current) {
      if (now.has(run)) continue;
      if (!ended.current.has(run)) setText(t("saysGone", { title }));
      ended.current.delete(run);
    }
    known.current = now;
  }, [runs, t]);
  return { text, onSay };
}
