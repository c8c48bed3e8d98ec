"use client";
import { useState } from "react";
import { Button } from "#app/_components/button.tsx";
import { TextArea } from "#app/_components/field.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useRights } from "#app/_lib/use-rights.ts";
import { DiffView } from "../tool-renderers/diff-view.tsx";
import { editDiff } from "../tool-renderers/edit-diff.ts";
import { toolLabel } from "../tool-renderers/tool-label.ts";
import { visibleText } from "../text/visible-text.ts";
import type { Ask } from "../transcript/row.ts";
import { inputText } from "../transcript/tool-kind.ts";
import { toolWords } from "../tool-renderers/words.ts";
import { askWords } from "./words.ts";

export type PermissionAnswer = "allow" | "allow_run" | "allow_always" | "deny";

export interface PermissionCardProps {
  ask: Ask;
  agent: string;
  /** What "for this run" and "always" would allow, word for word. */
  rule: string | null;
  isBusy: boolean;
  onAnswer: (permission: PermissionAnswer, said?: { note?: string; plan?: string }) => void;
}

/** A refusal as it is sent: without words where none were written. */
export function denial(note: string): { note?: string } {
  return note.trim() === "" ? {} : { note: note.trim() };
}

/** Once · for this run · always for this agent · deny with a message. The whole command is shown. */
export function PermissionCard({ ask, agent, rule, isBusy, onAnswer }: PermissionCardProps) {
  const t = useT(askWords);
  // Widening what an agent may do is the owner's and maintainers' (ux 34).
  const { canMaintain: mayWiden, isReader } = useRights();
  const nameOf = useT(toolWords);
  const [note, setNote] = useState<string | null>(null);
  const tool = ask.tool ?? "";
  return (
    <div className="flex flex-col gap-2">
      <p className="font-medium">
        {t("ask.titlePermission", { agent })}: {toolLabel(tool, nameOf)}
      </p>
      <PermissionInput ask={ask} />
      {isReader ? null : note === null ? (
        <div className="flex flex-wrap items-center gap-1.5">
          <Button look="filled" disabled={isBusy} onClick={() => onAnswer("allow")}>
            {t("ask.once")}
          </Button>
          <Button disabled={isBusy} onClick={() => onAnswer("allow_run")}>
            {t("ask.run")}
          </Button>
          {rule !== null && mayWiden ? (
            <Button disabled={isBusy} onClick={() => onAnswer("allow_always")}>
              {t("ask.always", { agent })}
            </Button>
          ) : null}
          <Button look="danger" disabled={isBusy} onClick={() => setNote("")}>
            {t("ask.deny")}
          </Button>
          {rule === null ? null : (
            <span className="text-sm text-muted" data-rule={rule}>
              {mayWiden ? t("ask.alwaysHint", { agent, rule }) : t("ask.runHint", { rule })}
            </span>
          )}
        </div>
      ) : (
        <DenyNote
          label={t("ask.denyNote")}
          button={t("ask.deny")}
          note={note}
          isBusy={isBusy}
          onChange={setNote}
          onSend={() => onAnswer("deny", denial(note))}
        />
      )}
    </div>
  );
}

export interface DenyNoteProps {
  label: string;
  button: string;
  note: string;
  isBusy: boolean;
  onChange: (note: string | null) => void;
  onSend: () => void;
}

/** A refusal with a message; empty is fine. Escape goes back without sending. */
export function DenyNote({ label, button, note, isBusy, onChange, onSend }: DenyNoteProps) {
  return (
    <div className="flex items-end gap-2">
      <TextArea
        autoFocus
        aria-label={label}
        placeholder={label}
        rows={2}
        value={note}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") {
            event.preventDefault();
            onChange(null);
          }
          if (
            event.key === "Enter" &&
            (event.ctrlKey || event.metaKey) &&
            !event.nativeEvent.isComposing
          )
            onSend();
        }}
      />
      <Button look="danger" disabled={isBusy} onClick={onSend}>
        {button}
      </Button>
    </div>
  );
}

function PermissionInput({ ask }: { ask: Ask }) {
  const t = useT(toolWords);
  const command = inputText(ask.input, "command");
  const diff = editDiff(ask.input);
  if (diff !== null)
    return (
      <div className="flex flex-col gap-1">
        <p className="font-mono text-sm">{visibleText(diff.path)}</p>
        {diff.parts.map((lines, index) => (
          <DiffView key={index} lines={lines} label={t("diff.label", { path: diff.path })} />
        ))}
      </div>
    );
  return (
    <pre className="rounded border bg-sunken p-2 font-mono text-sm break-words whitespace-pre-wrap">
      {command === null
        ? visibleText(JSON.stringify(ask.input, null, 2) ?? "")
        : `$ ${visibleText(command)}`}
    </pre>
  );
}
