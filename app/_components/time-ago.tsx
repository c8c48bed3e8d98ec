"use client";
import { useFormat } from "#app/_lib/use-format.ts";
import { useNow } from "#app/_lib/use-now.ts";

/** Relative time with the exact one on hover, in the viewer's zone; hidden from speech where it would tick. */
export function TimeAgo({ at, className }: { at: string; className?: string }) {
  const format = useFormat();
  const now = useNow(5_000);
  return (
    <time dateTime={at} title={format.exact(at)} className={className} suppressHydrationWarning>
      {now === 0 ? format.exact(at) : format.relative(at, now)}
    </time>
  );
}
