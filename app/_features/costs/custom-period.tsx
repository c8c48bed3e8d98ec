"use client";
import { useId } from "react";
import { MAX_COST_DAYS } from "#server/contracts/costs.ts";
import { Input } from "#app/_components/field.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { periodProblem } from "./filters.ts";
import { costsWords } from "./words.ts";

interface Days {
  from: string;
  to: string;
}

/** First and last day; what cannot be meant is said beside them and not asked for. */
export function CustomPeriod({
  period,
  onChange,
}: {
  period: Days;
  onChange: (period: Days) => void;
}) {
  const t = useT(costsWords);
  const noteId = useId();
  const problem = periodProblem(period);
  const part = (name: keyof Days) => (
    <label className="flex items-center gap-1.5">
      <span className="text-muted">{t(name)}</span>
      <Input
        type="date"
        className="w-36"
        value={period[name]}
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? undefined : noteId}
        onChange={(event) => {
          // A date that is half typed is empty.
          if (event.target.value !== "") onChange({ ...period, [name]: event.target.value });
        }}
      />
    </label>
  );
  return (
    <>
      {part("from")}
      {part("to")}
      {problem === null ? null : (
        <p id={noteId} role="alert" className="text-sm text-red">
          {problem === "order" ? t("problem.order") : t("problem.long", { count: MAX_COST_DAYS })}
        </p>
      )}
    </>
  );
}
