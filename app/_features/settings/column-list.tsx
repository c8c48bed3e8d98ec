"use client";
import { useState } from "react";
import type { SettingsOverview } from "#server/contracts/project-settings.ts";
import { ErrorState } from "#app/_components/error-state.tsx";
import { SkeletonLines } from "#app/_components/skeleton.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { AddForm } from "./add-form.tsx";
import { boardWords } from "./board-words.ts";
import { ColumnRow } from "./column-row.tsx";
import { Section, Refusal } from "./setting.tsx";
import { useColumns, useWrite } from "./use-settings.ts";

/** The columns in the board's order; what a screen reader hears of a move is told here. */
export function ColumnList({
  slug,
  overview,
  isDisabled,
}: {
  slug: string;
  overview: SettingsOverview;
  isDisabled: boolean;
}) {
  const t = useT(boardWords);
  const columns = useColumns(slug);
  const write = useWrite(slug);
  const [said, setSaid] = useState("");
  if (columns.isError && columns.data === undefined)
    return <ErrorState error={columns.error} onRetry={() => void columns.refetch()} />;
  if (columns.data === undefined) return <SkeletonLines count={6} />;
  const rows = columns.data;
  const move = (id: number, index: number) => {
    const column = rows.find((row) => row.id === id);
    const place = Math.max(0, Math.min(index, rows.length - 1));
    if (!column || rows[place]?.id === id) return;
    write.mutate(
      { method: "patch", path: "/columns/reorder", body: { columnId: id, index: place } },
      {
        onSuccess: () =>
          setSaid(t("moved", { column: column.name, place: place + 1, count: rows.length })),
      },
    );
  };
  return (
    <Section
      title={t("columns")}
      text={t("columns.text")}
      change={overview.changes.find(({ field }) => field === "columns")}
    >
      <ol className="rounded-lg border bg-surface">
        {rows.map((column, index) => (
          <ColumnRow
            key={column.id}
            slug={slug}
            column={column}
            index={index}
            columns={rows}
            uses={overview.columnUses[column.name] ?? []}
            isDisabled={isDisabled}
            onMove={move}
          />
        ))}
      </ol>
      <p aria-live="polite" className="sr-only">
        {said}
      </p>
      <Refusal error={write.error} className="mt-1" />
      {isDisabled ? null : (
        <AddForm
          label={t("newColumn")}
          onAdd={(name) => write.mutateAsync({ method: "post", path: "/columns", body: { name } })}
        />
      )}
    </Section>
  );
}
