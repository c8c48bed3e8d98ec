"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { projectSchema } from "#server/contracts/project.ts";
import { Button } from "#app/_components/button.tsx";
import { notify } from "#app/_components/toast.tsx";
import { api } from "#app/_lib/api.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { queryKeys } from "#app/_lib/query-keys.ts";
import { homeWords } from "./words.ts";

/** Makes the demo project and goes there; nothing moves until the visitor drags the first ticket (ux 26). */
export function DemoButton({ look }: { look: "filled" | "plain" }) {
  const t = useT(homeWords);
  const router = useRouter();
  const client = useQueryClient();
  const make = useMutation({
    mutationFn: () => api.post("/demo", {}, projectSchema.pick({ slug: true })),
    onSuccess: ({ slug }) => {
      void client.invalidateQueries({ queryKey: queryKeys.projects });
      router.push(`/p/${encodeURIComponent(slug)}`);
    },
    onError: (error) => notify({ kind: "error", text: t("failed", { reason: error.message }) }),
  });
  return (
    <Button look={look} disabled={make.isPending} onClick={() => make.mutate()}>
      {make.isPending ? t("demoBusy") : t("tryDemo")}
    </Button>
  );
}
