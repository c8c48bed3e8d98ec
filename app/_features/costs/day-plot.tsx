"use client";
import { useState } from "react";
import type { Costs } from "#server/contracts/costs.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useFormat } from "#app/_lib/use-format.ts";
import { DayBars } from "./day-bars.tsx";
import { DayPicker } from "./day-picker.tsx";
import { Legend, type LegendEntry } from "./legend.tsx";
import { capLineOf, columnsOf, heightOf, moneyTicks, type Column } from "./scale.ts";
import { costsWords } from "./words.ts";

/** One bar a day, with the cap as a line; the pointer or the arrow keys choose the day that is spelled out. */
export function DayPlot({ costs }: { costs: Costs }) {
  const t = useT(costsWords);
  const format = useFormat();
  const [chosen, setChosen] = useState<number | null>(null);
  const columns = columnsOf(costs.items, {
    today: costs.today,
    reservedUsd: costs.totals.reservedUsd,
  });
  const dearest = columns.reduce<Column | null>(
    (most, column) =>
      most === null || column.exact + column.estimated > most.exact + most.estimated
        ? column
        : most,
    null,
  );
  const highest = Math.max(0, ...columns.map(heightOf));
  const cap = capLineOf(costs.capUsd, highest);
  const ticks = moneyTicks(cap?.isToScale ? Math.max(highest, cap.usd) : highest);
  const say = (column: Column) => {
    const parts = [
      `${t("spent")} ${format.money(column.exact + column.estimated)}`,
      column.estimated > 0 ? t("estimatedHint", { cost: format.money(column.estimated) }) : null,
      column.reserved > 0 ? `${t("reserved")} ${format.money(column.reserved)}` : null,
    ];
    return `${format.wholeDay(column.day)}: ${parts.filter((part) => part !== null).join(", ")}`;
  };
  const entries: LegendEntry[] = [
    { look: "spent", text: t("spent") },
    ...(costs.totals.estimatedUsd > 0
      ? [{ look: "estimated", text: t("estimated") } as const]
      : []),
    ...(columns.some((column) => column.reserved > 0)
      ? [{ look: "reserved", text: t("reserved") } as const]
      : []),
    ...(cap === null
      ? []
      : [
          {
            look: "cap",
            text: t(cap.isToScale ? "cap" : "capAbove", { cap: format.moneyShort(cap.usd) }),
          } as const,
        ]),
  ];
  const shown = chosen === null ? null : (columns[chosen] ?? null);
  return (
    <figure className="rounded-lg border bg-surface px-3 pt-2 pb-3">
      <figcaption className="flex min-h-10 flex-wrap items-start justify-between gap-x-4 sm:min-h-6">
        <Legend entries={entries} />
        <span data-number aria-hidden className="text-sm">
          {shown ? say(shown) : null}
        </span>
      </figcaption>
      <div className="relative mt-4 mr-4 ml-14">
        <DayBars
          label={t("plot.days", {
            from: format.wholeDay(costs.from),
            to: format.wholeDay(costs.to),
            total: format.money(costs.totals.spentUsd),
            day: format.wholeDay(dearest?.day ?? costs.to),
            most: format.money(dearest === null ? 0 : dearest.exact + dearest.estimated),
          })}
          columns={columns}
          ticks={ticks}
          cap={cap}
          chosen={chosen}
        />
        <DayPicker
          label={t("chosenDay")}
          count={columns.length}
          chosen={chosen}
          onChoose={setChosen}
          say={(index) => (columns[index] ? say(columns[index]) : "")}
        />
      </div>
    </figure>
  );
}
