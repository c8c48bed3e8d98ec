"use client";
import { Square, SquareCheck, SquareDot } from "lucide-react";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import type { TodoItem } from "../transcript/row.ts";
import { tileWords } from "./words.ts";

const icons = { pending: Square, in_progress: SquareDot, completed: SquareCheck } as const;
/** Longer lists are told by their numbers alone. */
const maxBoxes = 12;

/** The agent's list of steps as boxes and numbers. Where only the numbers are known, what is done comes first. */
export function TodoBoxes({
  items,
  count,
}: {
  items: readonly TodoItem[] | null;
  count: { done: number; total: number } | null;
}) {
  const t = useT(tileWords);
  const total = items?.length ?? count?.total ?? 0;
  const done = items?.filter((item) => item.state === "completed").length ?? count?.done ?? 0;
  if (total === 0) return null;
  const states = Array.from(
    { length: total },
    (_, index) => items?.[index]?.state ?? (index < done ? "completed" : "pending"),
  );
  const now = items?.find((item) => item.state === "in_progress");
  return (
    <span
      className="flex min-w-0 items-center gap-1"
      title={now?.text}
      data-todo={`${done}/${total}`}
    >
      {total > maxBoxes ? null : (
        <span aria-hidden className="flex">
          {states.map((state, index) => {
            const Icon = icons[state];
            return (
              <Icon
                key={index}
                size={12}
                className={state === "in_progress" ? "text-blue" : "text-muted"}
              />
            );
          })}
        </span>
      )}
      <span aria-hidden>{`${done}/${total}`}</span>
      <span className="sr-only">{t("steps", { done, total })}</span>
    </span>
  );
}
