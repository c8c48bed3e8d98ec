"use client";
import { useState } from "react";
import { Button } from "#app/_components/button.tsx";
import { EmptyState } from "#app/_components/empty-state.tsx";
import { ErrorState } from "#app/_components/error-state.tsx";
import { SkeletonLines } from "#app/_components/skeleton.tsx";
import { Table, Th } from "#app/_components/table.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { AuditFilters, noFilters, toQuery } from "./audit-filters.tsx";
import { AuditLine } from "./audit-line.tsx";
import { auditWords } from "./audit-words.ts";
import { Section } from "./section.tsx";
import { useAudit } from "./use-account.ts";

/** The log of everything, for owners (S-23). */
export function AuditTab() {
  const t = useT(auditWords);
  const [filters, setFilters] = useState(noFilters);
  const audit = useAudit(toQuery(filters));
  const rows = audit.data?.pages.flatMap(({ items }) => items);
  return (
    <Section title={t("title")} text={t("text")}>
      <AuditFilters value={filters} onChange={setFilters} />
      {audit.isError && rows === undefined ? (
        <ErrorState error={audit.error} onRetry={() => void audit.refetch()} />
      ) : rows === undefined ? (
        <SkeletonLines count={8} />
      ) : rows.length === 0 ? (
        <EmptyState title={t("none")} />
      ) : (
        <Table label={t("list")}>
          <thead>
            <tr>
              <Th>{t("when")}</Th>
              <Th>{t("who")}</Th>
              <Th>{t("what")}</Th>
              <Th>{t("where")}</Th>
              <Th>{t("details")}</Th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <AuditLine key={row.id} row={row} />
            ))}
          </tbody>
        </Table>
      )}
      {audit.hasNextPage ? (
        <Button
          className="mt-3"
          disabled={audit.isFetchingNextPage}
          onClick={() => void audit.fetchNextPage()}
        >
          {t("more")}
        </Button>
      ) : null}
    </Section>
  );
}
