"use client";
import { useRef, useState } from "react";

/** The text of a field while it differs from what is saved. */
export function useDraft(
  value: string,
  check: ((text: string) => string | null) | undefined,
  onCommit: (text: string) => Promise<unknown>,
) {
  const [draft, setDraft] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  // Enter and then leaving the field is one save, not two.
  const saving = useRef<string | null>(null);
  const reset = () => {
    setDraft(null);
    setProblem(null);
  };
  return {
    text: draft ?? value,
    problem,
    change: (text: string) => {
      setDraft(text);
      setProblem(null);
    },
    reset,
    commit: () => {
      if (draft === null || saving.current === draft) return;
      if (draft.trim() === value) {
        reset();
        return;
      }
      const found = check?.(draft.trim()) ?? null;
      setProblem(found);
      if (found !== null) return;
      // A refusal is told beside the field, which keeps what was typed.
      saving.current = draft;
      onCommit(draft.trim())
        .then(reset, () => undefined)
        .finally(() => {
          saving.current = null;
        });
    },
  };
}
