"use client";
import { useState } from "react";
import { Button } from "#app/_components/button.tsx";
import { TextArea } from "#app/_components/field.tsx";
import { Markdown } from "#app/_components/markdown.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useRights } from "#app/_lib/use-rights.ts";
import { inputText } from "../transcript/tool-kind.ts";
import { askWords } from "./words.ts";
import { denial, DenyNote, type PermissionCardProps } from "./permission-card.tsx";

/** A plan: approve it, change it and approve that, or reject it with what should change. */
export function PlanCard({ ask, agent, isBusy, onAnswer }: PermissionCardProps) {
  const t = useT(askWords);
  const plan = inputText(ask.input, "plan") ?? "";
  const { isReader } = useRights();
  const [note, setNote] = useState<string | null>(null);
  const [edited, setEdited] = useState<string | null>(null);
  return (
    <div className="flex flex-col gap-2">
      <p className="font-medium">{t("ask.titlePlan", { agent })}</p>
      {edited === null ? (
        <div
          className="scroll-thin max-h-72 overflow-y-auto rounded border bg-surface p-2"
          tabIndex={0}
        >
          <Markdown text={plan} />
        </div>
      ) : (
        <TextArea
          autoFocus
          rows={8}
          aria-label={t("ask.editPlanLabel")}
          className="font-mono text-sm"
          value={edited}
          onChange={(event) => setEdited(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== "Escape") return;
            event.preventDefault();
            setEdited(null);
          }}
        />
      )}
      {isReader ? null : note === null ? (
        <div className="flex flex-wrap gap-1.5">
          <Button
            look="filled"
            disabled={isBusy || edited?.trim() === ""}
            onClick={() =>
              onAnswer("allow", edited === null || edited === plan ? {} : { plan: edited.trim() })
            }
          >
            {t(edited === null ? "ask.approvePlan" : "ask.approveEdited")}
          </Button>
          {edited === null ? (
            <Button disabled={isBusy} onClick={() => setEdited(plan)}>
              {t("ask.editPlan")}
            </Button>
          ) : (
            <Button disabled={isBusy} onClick={() => setEdited(null)}>
              {t("ask.editCancel")}
            </Button>
          )}
          <Button look="danger" disabled={isBusy} onClick={() => setNote("")}>
            {t("ask.rejectPlan")}
          </Button>
        </div>
      ) : (
        <DenyNote
          label={t("ask.planNote")}
          button={t("ask.rejectPlan")}
          note={note}
          isBusy={isBusy}
          onChange={setNote}
          onSend={() => onAnswer("deny", denial(note))}
        />
      )}
    </div>
  );
}
