"use client";
import { useEffect, useMemo, useState } from "react";
import type { AutomationsAnswer } from "#server/contracts/automation.ts";
import type { SelectsMany, StartChoice } from "#server/contracts/simulation.ts";
import type { StampConflict } from "#server/contracts/skill.ts";
import { Button } from "#app/_components/button.tsx";
import { CodeEditor } from "#app/_components/code-editor.tsx";
import { ConflictDialog } from "#app/_components/conflict-dialog.tsx";
import { notify } from "#app/_components/toast.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useRights } from "#app/_lib/use-rights.ts";
import { lineOfPath } from "./find-line.ts";
import { IfSavedPanel } from "./if-saved-panel.tsx";
import { SimulationDialog } from "./simulation-dialog.tsx";
import { StartDialog } from "./start-dialog.tsx";
import { useAutomationWrites, useValidation } from "./use-automations.ts";
import { shareGroup } from "./share-group.ts";
import { ValidationBox } from "./validation-box.tsx";
import { automationWords } from "./words.ts";

/** A text the server has not looked at yet. */
const noRemarks: Pick<AutomationsAnswer, "problems" | "warnings" | "disabled"> = {
  problems: [],
  warnings: [],
  disabled: [],
};

/** The file as text. What is typed stays whatever the server says; what is in force is only changed by Save. */
export function AutomationsEditor({ slug, answer }: { slug: string; answer: AutomationsAnswer }) {
  const t = useT(automationWords);
  const { isLooker } = useRights();
  const writes = useAutomationWrites(slug);
  const [base, setBase] = useState({ text: answer.text ?? "", stamp: answer.stamp });
  const [text, setText] = useState(base.text);
  const [conflict, setConflict] = useState<StampConflict | null>(null);
  const [asked, setAsked] = useState<{
    text: string;
    stamp: string | null;
    automations: readonly SelectsMany[];
  } | null>(null);
  const [isSimulating, setSimulating] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const isDirty = text !== base.text;
  const validation = useValidation(slug, text, isDirty);

  // A file that changed on disk is taken over while nothing is typed.
  useEffect(() => {
    if (answer.stamp === base.stamp || isDirty) return;
    setBase({ text: answer.text ?? "", stamp: answer.stamp });
    setText(answer.text ?? "");
  }, [answer, base.stamp, isDirty]);
  useEffect(() => {
    if (!isDirty) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isDirty]);

  const { problems, warnings, disabled } = validation.answer ?? (isDirty ? noRemarks : answer);
  const hasRemarks =
    problems.length + warnings.length + disabled.length > 0 || validation.answer !== null;
  const marks = useMemo(
    () => [
      ...problems.map((problem) => ({
        line: problem.line ?? lineOfPath(text, problem.path) ?? 1,
        message: problem.message,
      })),
      ...disabled.map((one) => ({
        line: lineOfPath(text, one.path) ?? 1,
        message: t("disabled", one),
      })),
      ...warnings.map((problem) => ({
        line: problem.line ?? lineOfPath(text, problem.path) ?? 1,
        message: problem.message,
        severity: "warning" as const,
      })),
    ],
    [problems, disabled, warnings, text, t],
  );
  const save = async (next: string, stamp: string | null, start?: StartChoice) => {
    setSaving(true);
    const result = await writes.save(next, stamp, start);
    setSaving(false);
    setAsked(null);
    if (result.kind === "saved") {
      // Saved switched off, the file is not what was typed: it comes with the next answer.
      setBase({ text: next, stamp: start === "off" ? stamp : result.stamp });
      setConflict(null);
      notify({ kind: "success", text: t("saved"), durationMs: 3_000, id: "automations-saved" });
    } else if (result.kind === "conflict") setConflict(result.conflict);
    else if (result.kind === "asks")
      setAsked({ text: next, stamp, automations: result.automations });
    else notify({ kind: "error", text: t("save.failed"), detail: result.message });
  };
  const saveNow = () => {
    if (isDirty && !isSaving) void save(text, base.stamp);
  };
  return (
    <section className="flex min-h-0 flex-1 flex-col" aria-label={t("file")}>
      <header className="flex min-h-9 flex-wrap items-center gap-2 border-b bg-surface px-3">
        <h2 className="font-mono text-sm">{answer.path}</h2>
        <span className="flex-1" />
        <span className="text-sm text-muted" role="status">
          {validation.isChecking
            ? t("checking")
            : isDirty && validation.answer?.ok === true
              ? t("valid")
              : ""}
        </span>
        {isDirty ? <span className="text-amber">● {t("unsaved")}</span> : null}
        {isLooker ? null : (
          <Button look="filled" size="small" disabled={!isDirty || isSaving} onClick={saveNow}>
            {t(isSaving ? "saving" : "save")}
          </Button>
        )}
      </header>
      <div className="min-h-80 flex-1">
        <CodeEditor
          language="json"
          label={t("editor")}
          value={text}
          onChange={setText}
          problems={marks}
          onSave={saveNow}
          isReadOnly={isLooker}
        />
      </div>
      {hasRemarks ? (
        <div className="scroll-thin max-h-56 shrink-0 overflow-y-auto border-t p-2">
          <ValidationBox
            problems={problems}
            warnings={warnings}
            disabled={disabled}
            answer={validation.answer}
            onFix={(fix) => setText((before) => shareGroup(before, fix))}
          />
        </div>
      ) : null}
      <IfSavedPanel
        ifSaved={validation.ifSaved}
        isChecking={validation.isChecking}
        isBroken={validation.isBroken}
        onSimulate={() => setSimulating(true)}
      />
      {isSimulating ? (
        <SimulationDialog slug={slug} text={text} onClose={() => setSimulating(false)} />
      ) : null}
      {asked === null ? null : (
        <StartDialog
          automations={asked.automations}
          onChoose={(choice) => void save(asked.text, asked.stamp, choice)}
          onCancel={() => setAsked(null)}
        />
      )}
      {conflict === null ? null : (
        <ConflictDialog
          language="json"
          conflict={conflict}
          onSave={(merged, stamp) => {
            setText(merged);
            void save(merged, stamp);
          }}
          onTakeTheirs={(theirs, stamp) => {
            setBase({ text: theirs, stamp });
            setText(theirs);
            setConflict(null);
          }}
          onCancel={() => setConflict(null)}
        />
      )}
    </section>
  );
}
