"use client";
import { useState } from "react";
import { Button } from "#app/_components/button.tsx";
import { Markdown } from "#app/_components/markdown.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { inputText } from "../transcript/tool-kind.ts";
import { askWords } from "./words.ts";
import { DenyNote, type PermissionCardProps } from "./permission-card.tsx";

/** A plan: approve it, or reject it with what should change. */
export function PlanCard({ ask, agent, isBusy, onAnswer }: PermissionCardProps) {
  const t = useT(askWords);
  const [note, setNote] = useState<string | null>(null);
  return (
    <div className="flex flex-col gap-2">
      <p className="font-medium">{t("ask.titlePlan", { agent })}</p>
      <div
        className="scroll-thin max-h-72 overflow-y-auto rounded border bg-surface p-2"
        tabIndex={0}
      >
        <Markdown text={inputText(ask.input, "plan") ?? ""} />
      </div>
      {note === null ? (
        <div className="flex flex-wrap gap-1.5">
          <Button look="filled" disabled={isBusy} onClick={() => onAnswer("allow")}>
            {t("ask.approvePlan")}
          </Button>
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
          onSend={() => onAnswer("deny", note.trim() === "" ? undefined : note.trim())}
        />
      )}
    </div>
  );
}
