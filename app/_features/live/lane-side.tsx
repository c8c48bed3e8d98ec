"use client";
import { ChevronDown, ChevronRight } from "lucide-react";
import { useState } from "react";
import type { Fleet } from "#server/contracts/fleet.ts";
import { cn } from "#app/_components/class-names.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { LaneList } from "./lane-list.tsx";
import { MachineFold } from "./machine-fold.tsx";
import { MachineLines } from "./machine-lines.tsx";
import { liveWords } from "./words.ts";

/** Lanes, places and the machine; folded where they stand above the tiles. */
export function LaneSide({ fleet, readAt }: { fleet: Fleet; readAt: number }) {
  const t = useT(liveWords);
  const [isOpen, setOpen] = useState(false);
  const { used, capacity } = fleet.places;
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <aside
      aria-label={t("lanesFold")}
      className="shrink-0 rounded-lg border bg-surface px-3 py-2 lg:scroll-thin lg:w-72 lg:overflow-y-auto"
    >
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-8 w-full items-center gap-1 text-left lg:hidden"
      >
        <Chevron size={14} aria-hidden />
        <span className="flex-1">{t("lanesFold")}</span>
        <span className="text-muted">{t("placesUsed", { used, capacity })}</span>
      </button>
      <div className={cn("flex-col gap-3 lg:flex", isOpen ? "flex" : "hidden")}>
        <h2 className="font-medium text-muted">{t("lanes")}</h2>
        <LaneList lanes={fleet.lanes} runs={fleet.runs} />
        <MachineLines fleet={fleet} readAt={readAt} />
        <MachineFold fleet={fleet} readAt={readAt} />
      </div>
    </aside>
  );
}
