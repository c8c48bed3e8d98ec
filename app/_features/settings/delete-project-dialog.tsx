"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { Project } from "#server/contracts/project.ts";
import { Button } from "#app/_components/button.tsx";
import { Dialog } from "#app/_components/dialog.tsx";
import { Field, Input } from "#app/_components/field.tsx";
import { notify } from "#app/_components/toast.tsx";
import { anythingSchema, api, projectPath } from "#app/_lib/api.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { queryKeys } from "#app/_lib/query-keys.ts";
import { settingsWords } from "./words.ts";

/** Deletes a board for good, once its name was typed. */
export function DeleteProjectDialog({
  project,
  onClose,
}: {
  project: Project;
  onClose: () => void;
}) {
  const t = useT(settingsWords);
  const router = useRouter();
  const client = useQueryClient();
  const [typed, setTyped] = useState("");
  const remove = useMutation({
    mutationFn: () => api.delete(projectPath(project.slug), anythingSchema),
    onSuccess: () => {
      notify({ text: t("deleteProject.done", { project: project.name }) });
      router.push("/");
      client.removeQueries({ queryKey: queryKeys.project(project.slug) });
      return client.invalidateQueries({ queryKey: queryKeys.projects });
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={t("deleteProject.title", { project: project.name })}
      description={t("deleteProject.text")}
      actions={
        <>
          <Button onClick={onClose}>{t("cancel")}</Button>
          <Button
            look="danger"
            disabled={typed !== project.name || remove.isPending}
            onClick={() => remove.mutate()}
          >
            {t("deleteProject.do")}
          </Button>
        </>
      }
    >
      <Field
        label={t("deleteProject.type", { project: project.name })}
        error={remove.error?.message}
      >
        {(parts) => (
          <Input
            {...parts}
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
    </Dialog>
  );
}
