"use client";
import Link from "next/link";
import type { AuditRow } from "#server/contracts/audit.ts";
import { Td } from "#app/_components/table.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useFormat } from "#app/_lib/use-format.ts";
import { auditDetails } from "./audit-details.ts";
import { auditWords } from "./audit-words.ts";

export function AuditLine({ row }: { row: AuditRow }) {
  const t = useT(auditWords);
  const format = useFormat();
  const { project, ticket } = row;
  const root = project === null ? null : `/p/${encodeURIComponent(project)}`;
  const isGone = row.action === "project_deleted";
  return (
    <tr data-audit={row.action}>
      <Td className="whitespace-nowrap">
        <time dateTime={row.at}>{format.exact(row.at)}</time>
      </Td>
      <Td className="whitespace-nowrap">
        {row.actor}
        {row.actorKind === "person" ? null : (
          <span className="text-sm text-muted"> ({t(`kind.${row.actorKind}`)})</span>
        )}
      </Td>
      <Td className="whitespace-nowrap">{t(`did.${row.action}`)}</Td>
      <Td className="whitespace-nowrap">
        {root === null || isGone ? (
          project
        ) : (
          <Link href={ticket === null ? root : `${root}/t/${ticket}`} className="underline">
            {ticket === null ? project : `${project} #${ticket}`}
          </Link>
        )}
      </Td>
      <Td
        className="max-w-120 truncate text-sm text-muted"
        title={row.requestId === null ? undefined : t("request", { id: row.requestId })}
      >
        {auditDetails(row.data)}
      </Td>
    </tr>
  );
}
