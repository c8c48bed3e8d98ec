"use client";
import Link from "next/link";
import type { CostItem, Costs } from "#server/contracts/costs.ts";
import { Table, Td, Th } from "#app/_components/table.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useFormat } from "#app/_lib/use-format.ts";
import { costsPath, type CostFilters } from "./filters.ts";
import { groupName } from "./group-name.ts";
import { moneyText } from "./money-text.ts";
import { costsWords } from "./words.ts";

/** The numbers of the plot; days with the newest on top. */
export function CostTable({ costs, filters }: { costs: Costs; filters: CostFilters }) {
  const t = useT(costsWords);
  const { by } = costs;
  const items = by === "day" ? costs.items.toReversed() : costs.items;
  return (
    <div className="flex flex-col gap-1">
      <Table label={t(`table.${by}`)}>
        <thead>
          <tr>
            <Th>{t(`by.${by}`)}</Th>
            {(["spent", "share", "estimated", "runs", "perRun"] as const).map((name) => (
              <Th key={name} className="text-right">
                {t(name)}
              </Th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <Row key={item.key} item={item} costs={costs} filters={filters} />
          ))}
        </tbody>
      </Table>
      {costs.leftOut === 0 ? null : (
        <p className="text-sm text-muted">{t("leftOut", { count: costs.leftOut })}</p>
      )}
    </div>
  );
}

function Row({ item, costs, filters }: { item: CostItem; costs: Costs; filters: CostFilters }) {
  const format = useFormat();
  const numbers = "text-right whitespace-nowrap";
  const total = costs.totals.spentUsd;
  return (
    <tr
      data-key={item.key ?? ""}
      className="last:[&>td]:border-b-0 last:[&>th]:border-b-0 hover:bg-hover"
    >
      <th scope="row" className="h-9 max-w-44 border-b px-3 font-normal sm:max-w-96">
        <Name item={item} costs={costs} filters={filters} />
      </th>
      <Td data-number className={numbers}>
        {moneyText(item, format)}
      </Td>
      <Td data-number className={`${numbers} text-muted`}>
        {total > 0 && item.spentUsd > 0 ? format.percent(item.spentUsd / total) : null}
      </Td>
      <Td data-number className={`${numbers} text-muted`}>
        {item.estimatedUsd > 0 ? format.money(item.estimatedUsd) : null}
      </Td>
      <Td data-number className={numbers}>
        {format.number(item.runs)}
      </Td>
      <Td data-number className={`${numbers} text-muted`}>
        {item.runs > 0 ? format.money(item.spentUsd / item.runs) : null}
      </Td>
    </tr>
  );
}

/** A ticket leads to its panel, an agent or a person to their own days. */
function Name({ item, costs, filters }: { item: CostItem; costs: Costs; filters: CostFilters }) {
  const t = useT(costsWords);
  const format = useFormat();
  const { by } = costs;
  const name = groupName(item, by, { t, format });
  if (item.key === null) return <span className="text-muted">{name}</span>;
  if (by === "ticket" && item.project !== null) {
    return (
      <Link
        href={`/p/${encodeURIComponent(item.project)}/t/${item.ticket}`}
        className="block truncate hover:underline"
      >
        {filters.project === "" ? <span className="mr-1.5 text-muted">{item.project}</span> : null}
        {name}
      </Link>
    );
  }
  if (by === "agent" || by === "person") {
    return (
      <Link
        href={costsPath({ ...filters, by: "day", [by]: item.key })}
        className="block truncate hover:underline"
      >
        {name}
      </Link>
    );
  }
  return <span className="block truncate">{name}</span>;
}
