"use client";
import { auditActions, type AuditAction } from "#server/contracts/audit.ts";
import { Field, Input } from "#app/_components/field.tsx";
import { Select } from "#app/_components/select.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useProjects } from "#app/_lib/queries.ts";
import { auditWords } from "./audit-words.ts";

interface Filters {
  actor: string;
  action: AuditAction | "";
  project: string;
  /** A day; empty: from the beginning. */
  since: string;
}

export const noFilters: Filters = { actor: "", action: "", project: "", since: "" };

/** Only what was chosen; a day begins where the viewer is. */
export function toQuery({ actor, action, project, since }: Filters): Record<string, string> {
  const from = since === "" ? null : new Date(`${since}T00:00:00`);
  return {
    ...(actor.trim() === "" ? {} : { actor: actor.trim().replace(/^@/, "") }),
    ...(action === "" ? {} : { action }),
    ...(project === "" ? {} : { project }),
    ...(from === null || Number.isNaN(from.getTime()) ? {} : { since: from.toISOString() }),
  };
}

export function AuditFilters({
  value,
  onChange,
}: {
  value: Filters;
  onChange: (value: Filters) => void;
}) {
  const t = useT(auditWords);
  const { data: projects = [] } = useProjects();
  const any = { value: "" as const, label: t("any") };
  return (
    <div role="group" aria-label={t("filters")} className="mb-3 flex flex-wrap items-end gap-3">
      <Field label={t("who")}>
        {(parts) => (
          <Input
            {...parts}
            className="w-36"
            maxLength={100}
            value={value.actor}
            onChange={(event) => onChange({ ...value, actor: event.target.value })}
          />
        )}
      </Field>
      <Field label={t("what")}>
        {(parts) => (
          <Select
            {...parts}
            className="max-w-60"
            value={value.action}
            options={[
              any,
              ...auditActions.map((action) => ({ value: action, label: t(`did.${action}`) })),
            ]}
            onValueChange={(action) => onChange({ ...value, action })}
          />
        )}
      </Field>
      <Field label={t("project")}>
        {(parts) => (
          <Select
            {...parts}
            className="max-w-48"
            value={value.project}
            options={[any, ...projects.map(({ slug, name }) => ({ value: slug, label: name }))]}
            onValueChange={(project) => onChange({ ...value, project })}
          />
        )}
      </Field>
      <Field label={t("since")}>
        {(parts) => (
          <Input
            {...parts}
            type="date"
            className="w-36"
            value={value.since}
            onChange={(event) => onChange({ ...value, since: event.target.value })}
          />
        )}
      </Field>
    </div>
  );
}
