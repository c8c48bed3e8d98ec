"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { settingsDifferenceSchema } from "#server/contracts/project.ts";
import { anythingSchema, api, projectPath } from "#app/_lib/api.ts";
import { ApiError } from "#app/_lib/api-error.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { queryKeys } from "#app/_lib/query-keys.ts";
import { useRights } from "#app/_lib/use-rights.ts";
import { acceptSettingsWords } from "./accept-settings-words.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { ErrorState } from "./error-state.tsx";
import { SettingsFiles } from "./settings-files.tsx";
import { SkeletonLines } from "./skeleton.tsx";

export interface AcceptSettingsProps {
  slug: string;
  size?: "small" | "medium";
}

/** [Look]: what changed in the workspace's settings of the agent CLI, and Accept (rule 5). */
export function AcceptSettings({ slug, size = "small" }: AcceptSettingsProps) {
  const t = useT(acceptSettingsWords);
  const [isOpen, setIsOpen] = useState(false);
  const { canMaintain } = useRights();
  if (!canMaintain) return null;
  return (
    <>
      <Button
        size={size}
        className="shrink-0"
        data-write="accept_settings"
        onClick={() => setIsOpen(true)}
      >
        {t("look")}
      </Button>
      {isOpen ? <SettingsDialog slug={slug} onClose={() => setIsOpen(false)} /> : null}
    </>
  );
}

function SettingsDialog({ slug, onClose }: { slug: string; onClose: () => void }) {
  const t = useT(acceptSettingsWords);
  const client = useQueryClient();
  const shown = useQuery({
    queryKey: queryKeys.settings(slug),
    queryFn: ({ signal }) =>
      api.get(`${projectPath(slug)}/settings`, settingsDifferenceSchema, { signal }),
    // What is accepted is what stands here: it must not change under the reader.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    staleTime: Infinity,
    gcTime: 0,
  });
  const accept = useMutation({
    mutationFn: (hash: string) =>
      api.post(`${projectPath(slug)}/settings/accept`, { hash }, anythingSchema),
    onSuccess: async () => {
      onClose();
      await Promise.all([
        client.invalidateQueries({ queryKey: queryKeys.inbox }),
        client.invalidateQueries({ queryKey: queryKeys.system }),
        client.invalidateQueries({ queryKey: queryKeys.project(slug) }),
      ]);
    },
    onError: (error) => {
      if (hasChanged(error)) void shown.refetch();
    },
  });
  const { data } = shown;
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      width="large"
      title={t("title")}
      description={t("text")}
      actions={
        <>
          <Button onClick={onClose}>{t("cancel")}</Button>
          <Button
            look="filled"
            disabled={
              data === undefined || data.files.length === 0 || accept.isPending || shown.isFetching
            }
            onClick={() => data && accept.mutate(data.hash)}
          >
            {t("accept")}
          </Button>
        </>
      }
    >
      {accept.error === null ? null : (
        <p role="alert" className="mb-2 rounded bg-amber-tint px-2 py-1 text-amber">
          {hasChanged(accept.error) ? t("changedSince") : accept.error.message}
        </p>
      )}
      {shown.isError ? (
        <ErrorState error={shown.error} onRetry={() => void shown.refetch()} />
      ) : data === undefined ? (
        <SkeletonLines count={6} />
      ) : (
        <SettingsFiles files={data.files} />
      )}
    </Dialog>
  );
}

function hasChanged(error: unknown): boolean {
  return error instanceof ApiError && error.code === "SETTINGS_CHANGED";
}
