"use client";
import type { LeftBehind } from "#server/contracts/import.ts";
import { useLocale } from "#app/_lib/i18n/locale-context.tsx";
import { leftText } from "./reason-text.ts";

export function LeftBehindList({ items }: { items: readonly LeftBehind[] }) {
  const locale = useLocale();
  return (
    <ul className="list-disc pl-5 text-muted">
      {items.map((item) => (
        <li key={item.code}>{leftText(item, locale)}</li>
      ))}
    </ul>
  );
}
