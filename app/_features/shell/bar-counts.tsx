"use client";
import Link from "next/link";
import { Circle, Triangle } from "lucide-react";
import { cn } from "#app/_components/class-names.ts";
import { Tooltip } from "#app/_components/tooltip.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useMyInboxCount, useSystem } from "#app/_lib/queries.ts";
import { shellWords } from "./words.ts";

const chip = "flex h-7 items-center gap-1 rounded px-1.5 font-medium hover:bg-hover";

/** Places in use and what needs a person, over all projects. */
export function BarCounts() {
  const t = useT(shellWords);
  const { data: system } = useSystem();
  const count = useMyInboxCount();
  const needs = count === 0 ? t("nothingNeedsYou") : t("needsYou", { count });
  const places = system?.places ?? { used: 0, capacity: 0 };
  const used = t("places", places);
  return (
    <>
      {system ? (
        <Tooltip text={used}>
          <Link
            href="/live"
            aria-label={used}
            className={cn(chip, "hidden sm:flex", places.used > 0 ? "text-blue" : "text-muted")}
          >
            <Circle
              size={10}
              fill={places.used > 0 ? "currentColor" : "none"}
              strokeWidth={2.5}
              aria-hidden
            />
            {places.used}/{places.capacity}
          </Link>
        </Tooltip>
      ) : null}
      <Tooltip text={needs}>
        <Link
          href="/"
          aria-label={needs}
          data-testid="needs-you"
          className={cn(chip, count > 0 ? "text-amber" : "text-muted")}
        >
          <Triangle
            size={11}
            fill={count > 0 ? "currentColor" : "none"}
            strokeWidth={2.5}
            aria-hidden
          />
          {count}
        </Link>
      </Tooltip>
    </>
  );
}
