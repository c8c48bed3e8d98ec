"use client";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import type { SettingsOverview } from "#server/contracts/project-settings.ts";
import type { Label } from "#server/contracts/ticket.ts";
import { IconButton } from "#app/_components/icon-button.tsx";
import { ErrorState } from "#app/_components/error-state.tsx";
import { SkeletonLines } from "#app/_components/skeleton.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { AddForm } from "./add-form.tsx";
import { boardWords } from "./board-words.ts";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { ColorInput, DraftInput } from "./draft-input.tsx";
import { Section, Refusal } from "./setting.tsx";
import { useLabels, useWrite } from "./use-settings.ts";
import { settingsWords } from "./words.ts";

export function LabelList({
  slug,
  overview,
  isDisabled,
}: {
  slug: string;
  overview: SettingsOverview;
  isDisabled: boolean;
}) {
  const t = useT(boardWords);
  const common = useT(settingsWords);
  const { data: labels, isError, error, refetch } = useLabels(slug);
  const write = useWrite(slug);
  const [deleted, setDeleted] = useState<Label | null>(null);
  const patch = (label: Label, body: object) =>
    write.mutateAsync({ method: "patch", path: `/labels/${label.id}`, body });
  if (isError && labels === undefined)
    return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <Section title={t("labels")} change={overview.changes.find(({ field }) => field === "labels")}>
      {labels === undefined ? <SkeletonLines count={3} /> : null}
      {labels?.length === 0 ? <p className="text-muted">{t("labels.none")}</p> : null}
      <ul className="grid gap-2 sm:grid-cols-2">
        {labels?.map((label) => (
          <li key={label.id} data-settings-label={label.name} className="flex items-start gap-2">
            <ColorInput
              aria-label={t("color", { name: label.name })}
              disabled={isDisabled}
              value={label.color}
              onCommit={(color) => {
                patch(label, { color }).catch(() => undefined);
              }}
            />
            <div className="min-w-0 flex-1">
              <DraftInput
                aria-label={t("labelName", { label: label.name })}
                disabled={isDisabled}
                maxLength={60}
                value={label.name}
                check={(text) => (text === "" ? common("needsText") : null)}
                onCommit={(name) => patch(label, { name })}
              />
            </div>
            <IconButton
              label={t("deleteLabel", { label: label.name })}
              icon={<Trash2 size={14} aria-hidden />}
              disabled={isDisabled}
              onClick={() => setDeleted(label)}
            />
          </li>
        ))}
      </ul>
      <Refusal error={write.error} className="mt-1" />
      {isDisabled ? null : (
        <AddForm
          label={t("newLabel")}
          onAdd={(name) => write.mutateAsync({ method: "post", path: "/labels", body: { name } })}
        />
      )}
      {deleted === null ? null : (
        <ConfirmDialog
          title={t("deleteLabel.title", { label: deleted.name })}
          text={t("deleteLabel.text")}
          onConfirm={() => write.mutate({ method: "delete", path: `/labels/${deleted.id}` })}
          onClose={() => setDeleted(null)}
        />
      )}
    </Section>
  );
}
