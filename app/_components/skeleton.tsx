"use client";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { cn } from "./class-names.ts";
import { componentWords } from "./words.ts";

export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={cn("h-4 rounded bg-sunken", className)} />;
}

/** Several lines standing for text or cards that are on their way. */
export function SkeletonLines({ count, className }: { count: number; className?: string }) {
  const t = useT(componentWords);
  return (
    <div role="status" aria-label={t("loading")} className="flex flex-col gap-2">
      {Array.from({ length: count }, (_, index) => (
        <Skeleton key={index} {...(className === undefined ? {} : { className })} />
      ))}
    </div>
  );
}
