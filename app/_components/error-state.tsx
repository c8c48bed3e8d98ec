"use client";
import { ApiError } from "#app/_lib/api-error.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { Button } from "./button.tsx";
import { EmptyState } from "./empty-state.tsx";
import { componentWords } from "./words.ts";

/** An error in words with what to try. */
export function ErrorState({
  error,
  onRetry,
  className,
}: {
  error: unknown;
  onRetry?: () => void;
  className?: string;
}) {
  const t = useT(componentWords);
  const isNetwork = error instanceof ApiError && error.code === "NETWORK";
  return (
    <div role="alert">
      <EmptyState
        title={t("error.title")}
        {...(className === undefined ? {} : { className })}
        action={onRetry ? <Button onClick={onRetry}>{t("tryAgain")}</Button> : null}
      >
        {isNetwork ? t("error.network") : error instanceof Error ? error.message : String(error)}
      </EmptyState>
    </div>
  );
}
