"use client";
import { useEffect, useRef, useState, type ClipboardEvent, type KeyboardEvent } from "react";
import type { BoardColumn } from "#server/contracts/ticket.ts";
import { Button } from "#app/_components/button.tsx";
import { Kbd } from "#app/_components/kbd.tsx";
import { Input, TextArea } from "#app/_components/field.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useBoard } from "#app/_lib/queries.ts";
import { useBoardContext } from "./board-context.tsx";
import { parseQuickCreate, splitPasted } from "./quick-create-parse.ts";
import { QuickCreateNotes } from "./quick-create-notes.tsx";
import { useCreateTickets } from "./use-create-tickets.ts";
import { useIsStarting } from "./use-is-starting.ts";
import { boardWords } from "./words.ts";

/** One line: Enter saves and stays, Tab opens the description, pasted lines offer "Create n" (ux 38). */
export function QuickCreate({ column }: { column: BoardColumn }) {
  const { slug, store } = useBoardContext();
  const { data: board } = useBoard(slug);
  const t = useT(boardWords);
  const create = useCreateTickets();
  const isStarting = useIsStarting(slug, column.id);
  const [text, setText] = useState("");
  const [description, setDescription] = useState<string | null>(null);
  const [pasted, setPasted] = useState<string[]>([]);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const parsed = parseQuickCreate(text, board?.members ?? [], board?.labels ?? []);
  const close = () => store.set({ creating: null });
  const clear = () => {
    setText("");
    setDescription(null);
    setPasted([]);
    input.current?.focus();
  };
  // Where a ticket would start at once, Enter alone keeps it for later (ux 38).
  const first = board?.columns[0]?.name ?? column.name;
  const later = isStarting && first !== column.name ? first : null;
  const save = async (place: string) => {
    if (parsed.title === "") return;
    if (await create([{ ...parsed, description: description ?? "" }], place)) clear();
  };
  const saveMany = async (place: string) => {
    const lines = pasted.map((line) => ({
      ...parseQuickCreate(line, board?.members ?? [], board?.labels ?? []),
      description: "",
    }));
    if (
      await create(
        lines.filter((line) => line.title !== ""),
        place,
      )
    )
      clear();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter that ends a composition of an input method belongs to the input method.
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape") {
      event.preventDefault();
      close();
    }
    if (
      event.key === "Enter" &&
      (event.target === input.current || event.metaKey || event.ctrlKey)
    ) {
      event.preventDefault();
      const isNow = event.metaKey || event.ctrlKey;
      void save(isNow || later === null ? column.name : later);
    }
    if (
      event.key === "Tab" &&
      !event.shiftKey &&
      event.target === input.current &&
      description === null &&
      text !== ""
    ) {
      event.preventDefault();
      setDescription("");
    }
  };
  const onPaste = (event: ClipboardEvent) => {
    const lines = splitPasted(event.clipboardData.getData("text"));
    if (lines.length < 2) return;
    event.preventDefault();
    setPasted(lines);
  };
  return (
    <div
      role="presentation"
      onKeyDown={onKeyDown}
      className="mx-1.5 mb-1.5 flex shrink-0 flex-col gap-1 rounded border border-accent bg-surface p-1.5"
    >
      <Input
        ref={input}
        value={text}
        maxLength={600}
        aria-label={t("create", { column: column.name })}
        placeholder={t("create.placeholder")}
        onPaste={onPaste}
        onChange={(event) => setText(event.target.value)}
        className="border-line"
      />
      {description === null ? null : (
        <TextArea
          autoFocus
          value={description}
          aria-label={t("create.description")}
          placeholder={t("create.description")}
          onChange={(event) => setDescription(event.target.value)}
          className="border-line"
        />
      )}
      <QuickCreateNotes parsed={parsed} />
      {pasted.length > 0 ? (
        <div role="status" className="flex flex-wrap items-center gap-1">
          <span className="text-sm text-muted">{t("create.pasted", { count: pasted.length })}</span>
          <span className="flex-1" />
          <Button
            size="small"
            onClick={() => {
              setText(pasted.join(" "));
              setPasted([]);
              input.current?.focus();
            }}
          >
            {t("create.asOne")}
          </Button>
          {later === null ? null : (
            <Button size="small" onClick={() => void saveMany(column.name)}>
              {t("create.manyStart", { count: pasted.length })}
            </Button>
          )}
          <Button
            size="small"
            look="filled"
            autoFocus
            onClick={() => void saveMany(later ?? column.name)}
          >
            {later === null
              ? t("create.many", { count: pasted.length })
              : t("create.manyIn", { count: pasted.length, column: later })}
          </Button>
        </div>
      ) : (
        <div className="flex flex-wrap items-center justify-end gap-1">
          <p className="min-w-0 flex-1 text-sm text-muted">
            {t(later === null ? "create.hint" : "create.hintStart")}
          </p>
          {later === null ? null : (
            <Button
              size="small"
              disabled={parsed.title === ""}
              onClick={() => void save(column.name)}
            >
              {t("create.start")}
              <Kbd keys="⌘⏎" />
            </Button>
          )}
          <Button
            size="small"
            look="filled"
            disabled={parsed.title === ""}
            onClick={() => void save(later ?? column.name)}
          >
            {later === null ? t("create.save") : t("create.in", { column: later })}
            {later === null ? null : <Kbd keys="⏎" />}
          </Button>
        </div>
      )}
    </div>
  );
}
