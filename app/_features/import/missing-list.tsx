"use client";
import type { ImportReport } from "#server/contracts/import.ts";
import { Button } from "#app/_components/button.tsx";
import { notify } from "#app/_components/toast.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useCreateNamed } from "./use-import.ts";
import { importWords } from "./words.ts";

/** Columns and members that automations name and the board does not have. */
export function MissingList({ slug, report }: { slug: string; report: ImportReport }) {
  const t = useT(importWords);
  const create = useCreateNamed(slug);
  const { columns, members } = report;
  const rows = [
    ...columns.missing.map((name) => ({ kind: "column" as const, name })),
    ...members.missing.map((name) => ({
      kind: members.agents.includes(name) ? ("agent" as const) : ("person" as const),
      name,
    })),
  ];
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby="import-missing">
      <h2 id="import-missing" className="mb-1 font-medium">
        {t("missing")}
      </h2>
      <ul className="divide-y divide-(--line) rounded-lg border bg-surface">
        {rows.map((row) => (
          <li key={`${row.kind} ${row.name}`} className="flex items-center gap-3 px-3 py-1.5">
            <span className="min-w-0 flex-1 truncate">
              {t(row.kind === "column" ? "column" : "member", { name: row.name })}
            </span>
            <Button
              aria-label={t("createNamed", { name: row.name })}
              disabled={create.isPending}
              onClick={() =>
                create.mutate(row, {
                  onSuccess: () => notify({ text: t("created", { name: row.name }) }),
                  onError: (error) => notify({ kind: "error", text: error.message }),
                })
              }
            >
              {t("create")}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
