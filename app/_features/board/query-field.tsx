"use client";
import { useId, useLayoutEffect, useRef, useState, type RefObject } from "react";
import type { TicketQuery } from "#server/contracts/ticket-query.ts";
import type { Board } from "#server/contracts/ticket.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { accept, type Suggestion } from "./query-suggestions.ts";
import { ProblemMarks, ProblemTexts } from "./query-problems.tsx";
import { searchWords } from "./search-words.ts";
import { optionId, SuggestionList } from "./suggestion-list.tsx";
import type { QueryText } from "./use-query-text.ts";
import { useSuggestions } from "./use-suggestions.ts";

interface Props {
  queryText: QueryText;
  query: TicketQuery;
  board: Board | undefined;
  input: RefObject<HTMLInputElement | null>;
}

/** The search line: a combobox whose wrong words are marked where they stand. */
export function QueryField({ queryText, query, board, input }: Props) {
  const t = useT(searchWords);
  const id = useId();
  const { text } = queryText;
  const [caret, setCaret] = useState(text.length);
  const [scrollPx, setScrollPx] = useState(0);
  const [isFocused, setFocused] = useState(false);
  const wantedCaret = useRef<number | null>(null);
  const onAccept = (item: Suggestion) => {
    const next = accept(text, caret, item);
    wantedCaret.current = next.caret;
    setCaret(next.caret);
    queryText.type(next.text);
  };
  const list = useSuggestions(text, caret, board, onAccept);
  useLayoutEffect(() => {
    if (wantedCaret.current === null) return;
    input.current?.setSelectionRange(wantedCaret.current, wantedCaret.current);
    wantedCaret.current = null;
  }, [input, text]);
  // The word that is being typed is not wrong yet.
  const problems = query.problems.filter(({ end }) => !isFocused || end !== caret);
  return (
    <>
      <ProblemMarks text={text} problems={problems} scrollPx={scrollPx} />
      <input
        ref={input}
        type="text"
        role="combobox"
        value={text}
        onChange={(event) => {
          setCaret(event.target.selectionStart ?? event.target.value.length);
          list.open();
          queryText.type(event.target.value);
        }}
        onSelect={(event) => setCaret(event.currentTarget.selectionStart ?? text.length)}
        onScroll={(event) => setScrollPx(event.currentTarget.scrollLeft)}
        onFocus={() => setFocused(true)}
        onBlur={() => {
          setFocused(false);
          list.close();
          queryText.settle();
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (list.onKey(event)) event.preventDefault();
          else if (event.key === "Enter") {
            list.close();
            queryText.settle();
          } else if (event.key === "Escape") {
            event.preventDefault();
            if (text === "") event.currentTarget.blur();
            else queryText.choose("");
          }
        }}
        aria-label={t("search")}
        aria-keyshortcuts="/"
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-expanded={list.isOpen}
        aria-controls={`${id}-list`}
        aria-activedescendant={list.active < 0 ? undefined : optionId(`${id}-list`, list.active)}
        aria-invalid={problems.length > 0}
        aria-describedby={problems.length > 0 ? `${id}-problems` : undefined}
        placeholder={t("placeholder")}
        autoComplete="off"
        spellCheck={false}
        className="h-full w-full rounded border border-line bg-surface pr-8 pl-7 outline-offset-0"
      />
      {list.isOpen || problems.length > 0 ? (
        <div className="absolute top-full left-0 z-40 mt-1 max-h-80 w-full max-w-120 overflow-y-auto rounded-lg border border-line bg-raised p-1 shadow-lift">
          {problems.length === 0 ? null : (
            <div id={`${id}-problems`} role="alert" className="px-2 py-1 text-sm">
              <ProblemTexts problems={problems} />
            </div>
          )}
          {list.isOpen ? (
            <SuggestionList
              id={`${id}-list`}
              items={list.items}
              active={list.active}
              onAccept={onAccept}
            />
          ) : null}
        </div>
      ) : null}
    </>
  );
}
