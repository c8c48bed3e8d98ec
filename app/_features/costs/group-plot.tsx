"use client";
import type { Costs } from "#server/contracts/costs.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useFormat } from "#app/_lib/use-format.ts";
import { groupName } from "./group-name.ts";
import { barLooks, Legend } from "./legend.tsx";
import { moneyText } from "./money-text.ts";
import { costsWords } from "./words.ts";

/** Bars drawn; the table below has the rest. */
const drawn = 12;
const named = 3;

/** One bar across for each of the dearest agents, tickets, models or people. */
export function GroupPlot({ costs }: { costs: Costs }) {
  const t = useT(costsWords);
  const format = useFormat();
  const { by, totals } = costs;
  const items = costs.items.slice(0, drawn);
  const top = Math.max(0.01, ...items.map((item) => item.spentUsd));
  const name = (item: Costs["items"][number]) => groupName(item, by, { t, format });
  return (
    <figure className="rounded-lg border bg-surface px-3 pt-2 pb-3">
      <figcaption className="min-h-6">
        <Legend
          entries={[
            { look: "spent", text: t("spent") },
            ...(totals.estimatedUsd > 0
              ? [{ look: "estimated", text: t("estimated") } as const]
              : []),
          ]}
        />
      </figcaption>
      <div
        role="img"
        aria-label={t("plot.groups", {
          by: t(`by.${by}`),
          total: format.money(totals.spentUsd),
          names: items
            .slice(0, named)
            .map((item) => `${name(item)} ${moneyText(item, format)}`)
            .join(", "),
        })}
        className="mt-1 grid grid-cols-[minmax(0,7rem)_1fr_auto] items-center gap-x-2 gap-y-1 sm:grid-cols-[minmax(0,14rem)_1fr_auto]"
      >
        {items.map((item) => {
          const exact = Math.max(0, item.spentUsd - item.estimatedUsd);
          return (
            <div key={item.key} className="contents">
              <span className="truncate text-right text-muted" title={name(item)}>
                {name(item)}
              </span>
              <svg width="100%" height="16" aria-hidden>
                <rect width={percent(exact, top)} height="16" className={barLooks.spent} />
                <rect
                  x={percent(exact, top)}
                  width={percent(item.estimatedUsd, top)}
                  height="16"
                  className={barLooks.estimated}
                />
              </svg>
              <span data-number className="text-right">
                {moneyText(item, format)}
              </span>
            </div>
          );
        })}
      </div>
    </figure>
  );
}

const percent = (usd: number, top: number) => `${(usd / top) * 100}%`;
