"use client";
import type {
  AutomationProblem,
  DisabledAutomation,
  ValidateAnswer,
} from "#server/contracts/automation.ts";
import { Button } from "#app/_components/button.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import type { GroupFix } from "./share-group.ts";
import { automationWords } from "./words.ts";

export interface ValidationBoxProps {
  problems: readonly AutomationProblem[];
  warnings: readonly AutomationProblem[];
  disabled: readonly DisabledAutomation[];
  /** Of an unsaved text. */
  answer: ValidateAnswer | null;
  /** Changes the text as a remark offers. */
  onFix: (fix: GroupFix) => void;
}

/** What the text would do: remarks at their paths, what saving changes, its rules as sentences. */
export function ValidationBox({ problems, warnings, disabled, answer, onFix }: ValidationBoxProps) {
  const t = useT(automationWords);
  return (
    <div className="flex flex-col gap-2" role="status">
      {problems.length === 0 ? null : (
        <div className="rounded border border-red bg-red-tint p-2 text-red">
          <p className="font-medium">{t(answer === null ? "broken" : "brokenText")}</p>
          <Problems problems={problems} onFix={onFix} />
        </div>
      )}
      {disabled.length === 0 ? null : (
        <ul className="rounded border border-amber bg-amber-tint p-2 text-amber">
          {disabled.map((one) => (
            <li key={`${one.id}${one.path}`}>
              <span className="font-mono text-sm">{one.id}</span>: {t("disabled", one)}
            </li>
          ))}
        </ul>
      )}
      {warnings.length === 0 ? null : (
        <div className="rounded border p-2">
          <p className="text-sm text-muted">{t("problems")}</p>
          <Problems problems={warnings} onFix={onFix} />
        </div>
      )}
      {answer === null || !answer.ok ? null : <Consequence answer={answer} />}
    </div>
  );
}

function Problems({
  problems,
  onFix,
}: {
  problems: readonly AutomationProblem[];
  onFix: ValidationBoxProps["onFix"];
}) {
  const t = useT(automationWords);
  return (
    <ul>
      {problems.map(({ fix, ...problem }) => (
        <li key={`${problem.path}${problem.message}`} className="break-words">
          {problem.line === undefined ? null : (
            <span className="text-sm">{t("line", { line: problem.line })} </span>
          )}
          {problem.path === "" ? null : <span className="font-mono text-sm">{problem.path}: </span>}
          {problem.message}
          {fix === undefined ? null : (
            <Button size="small" className="ml-2" onClick={() => onFix(fix)} data-fix={fix.kind}>
              {t("fix.shareGroup", { group: fix.group })}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

function Consequence({ answer }: { answer: ValidateAnswer }) {
  const t = useT(automationWords);
  const { added, changed, removed } = answer.diff;
  const parts = [
    added.length > 0 ? `${t("willAdd")} ${added.join(", ")}` : null,
    changed.length > 0 ? `${t("willEdit")} ${changed.join(", ")}` : null,
    removed.length > 0 ? `${t("willRemove")} ${removed.join(", ")}` : null,
  ].filter((part) => part !== null);
  return (
    <div className="rounded border p-2">
      <p>
        <span className="font-medium">{t("willChange")}:</span>{" "}
        {parts.length === 0 ? t("willNothing") : parts.join(" · ")}
      </p>
      <p className="mt-2 text-sm text-muted">{t("sentences")}</p>
      <ul className="flex flex-col gap-1">
        {answer.sentences.map(({ id, sentence }) => (
          <li key={id}>{sentence}</li>
        ))}
      </ul>
    </div>
  );
}
