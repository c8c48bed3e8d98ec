"use client";
import { useQuery } from "@tanstack/react-query";
import { columnUseSchema } from "#server/contracts/board-settings.ts";
import type { Column } from "#server/contracts/ticket.ts";
import { Button } from "#app/_components/button.tsx";
import { Dialog } from "#app/_components/dialog.tsx";
import { ErrorState } from "#app/_components/error-state.tsx";
import { SkeletonLines } from "#app/_components/skeleton.tsx";
import { api, projectPath } from "#app/_lib/api.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { queryKeys } from "#app/_lib/query-keys.ts";
import { useRights } from "#app/_lib/use-rights.ts";
import { boardWords } from "./board-words.ts";
import { changedLines, type ChangedLine } from "./changed-lines.ts";
import { Refusal } from "./setting.tsx";
import { useWrite } from "./use-settings.ts";
import { settingsWords } from "./words.ts";

export interface RenameDialogProps {
  slug: string;
  column: Column;
  name: string;
  onRenameAlone: () => Promise<unknown>;
  onClose: () => void;
}

/** A column that automations name: offers to rewrite their file, with the difference (rule 34). */
export function RenameDialog({ slug, column, name, onRenameAlone, onClose }: RenameDialogProps) {
  const t = useT(boardWords);
  const common = useT(settingsWords);
  const { canMaintain } = useRights();
  const write = useWrite(slug);
  const use = useQuery({
    queryKey: queryKeys.columnUse(slug, column.id, name),
    queryFn: ({ signal }) =>
      api.get(`${projectPath(slug)}/columns/${column.id}/automations`, columnUseSchema, {
        signal,
        query: { name },
      }),
  });
  const { data } = use;
  const canRewrite = canMaintain && data?.after != null && data.stamp !== null;
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      width="large"
      title={t("rename.title", { from: column.name, to: name })}
      description={data ? t("rename.text", { count: data.automations.length }) : undefined}
      actions={
        <>
          <Button onClick={onClose}>{common("cancel")}</Button>
          <Button
            disabled={write.isPending}
            onClick={() => {
              // Refused, it is told under the column's row.
              onRenameAlone().catch(() => undefined);
              onClose();
            }}
          >
            {t("rename.alone")}
          </Button>
          <Button
            look="filled"
            disabled={!canRewrite || write.isPending}
            onClick={() =>
              write.mutate(
                {
                  method: "post",
                  path: `/columns/${column.id}/rename`,
                  body: { name, stamp: data?.stamp },
                },
                { onSuccess: onClose },
              )
            }
          >
            {t("rename.both")}
          </Button>
        </>
      }
    >
      <Refusal error={write.error} className="mb-2 rounded bg-red-tint px-2 py-1" />
      {canMaintain ? null : <p className="mb-2 text-amber">{t("rename.maintain")}</p>}
      {use.isError ? (
        <ErrorState error={use.error} onRetry={() => void use.refetch()} />
      ) : data === undefined ? (
        <SkeletonLines count={4} />
      ) : data.before === null || data.after === null ? (
        <p>{t("rename.noFile")}</p>
      ) : (
        <Difference lines={changedLines(data.before, data.after)} />
      )}
    </Dialog>
  );
}

function Difference({ lines }: { lines: readonly ChangedLine[] }) {
  const t = useT(boardWords);
  return (
    <div
      role="region"
      aria-label={t("rename.difference")}
      tabIndex={0}
      className="scroll-thin max-h-96 overflow-auto rounded border bg-surface py-1 font-mono text-sm"
    >
      {lines.map(({ line, before, after }) => (
        <div key={line} className="mb-1 w-max min-w-full last:mb-0">
          <div className="px-2 text-muted">{t("rename.line", { line })}</div>
          <div className="bg-red-tint px-2 whitespace-pre text-red">− {before}</div>
          <div className="bg-green-tint px-2 whitespace-pre text-green">+ {after}</div>
        </div>
      ))}
    </div>
  );
}
