"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { Button } from "#app/_components/button.tsx";
import { Dialog } from "#app/_components/dialog.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { shellWords } from "./words.ts";

/** Never throws away what is on the page: with something open, signing in happens in another tab. */
export function LoginExpired({ isFirst }: { isFirst: boolean }) {
  const t = useT(shellWords);
  const client = useQueryClient();
  useEffect(() => {
    if (!isFirst) return;
    const here = window.location.pathname + window.location.search;
    window.location.replace(`/login?next=${encodeURIComponent(here)}`);
  }, [isFirst]);
  if (isFirst) return null;
  return (
    <Dialog
      open
      onOpenChange={() => undefined}
      title={t("expired.title")}
      description={t("expired.text")}
      actions={
        <>
          <Button onClick={() => void client.invalidateQueries()}>{t("expired.back")}</Button>
          <Button look="filled" asChild>
            <a href="/login" target="_blank" rel="noreferrer">
              {t("expired.open")}
            </a>
          </Button>
        </>
      }
    />
  );
}
