"use client";
import { cn } from "#app/_components/class-names.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { translator } from "#app/_lib/i18n/translate.ts";
import { useFormat } from "#app/_lib/use-format.ts";
import { outcomeText } from "#app/_lib/outcome-text.ts";
import { runWords } from "../words.ts";
import { rowWords } from "./row-words.ts";
import type { RowOf } from "./row.ts";

const english = translator(runWords, "en");

/** End of a turn: time, cost, and what went wrong. */
export function ResultRow({ row }: { row: RowOf<"result"> }) {
  const t = useT(rowWords);
  const run = useT(runWords);
  const format = useFormat();
  const { isError, durationMs, bookedUsd, totalCostUsd, turns, text, errors } = row.payload;
  const cost = bookedUsd ?? totalCostUsd;
  const wrong = errors.length > 0 ? errors.join("\n") : isError ? text : null;
  return (
    <div className={cn("border-t px-1 pt-1.5 text-sm", isError ? "text-red" : "text-muted")}>
      <p className="flex flex-wrap gap-x-3">
        <span className="font-medium">{t(isError ? "row.resultError" : "row.result")}</span>
        <span>{run("header.turns", { count: turns })}</span>
        <span>{format.duration(durationMs)}</span>
        {cost === null ? null : <span>{format.money(cost)}</span>}
      </p>
      {wrong === null || wrong === "" ? null : (
        <p className="break-words whitespace-pre-wrap">{wrong}</p>
      )}
    </div>
  );
}

export function EndedRow({ row }: { row: RowOf<"ended"> }) {
  const t = useT(rowWords);
  const run = useT(runWords);
  const { outcome, message } = row.payload;
  // The server says the outcome in English too; only what it adds is worth a second line.
  const known = outcomeText(outcome, null, english);
  const adds =
    message !== null && message !== known && !(outcome === "stopped" && message.startsWith(known));
  const isGood = outcome === "completed";
  return (
    <div
      className={cn(
        "px-1 font-medium",
        isGood ? "text-green" : outcome === "stopped" ? "text-muted" : "text-red",
      )}
    >
      <p>
        {t("row.ended")}: {outcomeText(outcome, null, run)}
      </p>
      {!adds || message === "" ? null : (
        <p className="font-normal break-words whitespace-pre-wrap">{message}</p>
      )}
    </div>
  );
}
