"use client";
import { useState, type ComponentProps } from "react";
import { Input, TextArea } from "#app/_components/field.tsx";
import { useDraft } from "./use-draft.ts";

interface Draft {
  value: string;
  /** What is wrong with a text; null = it may be saved. */
  check?: (text: string) => string | null;
  onCommit: (text: string) => Promise<unknown>;
}

type InputProps = Draft &
  Omit<ComponentProps<"input">, "value" | "onChange" | "onBlur" | "onKeyDown" | "defaultValue">;

/** Saves when one leaves it or presses Enter; Escape takes back. What was refused stays to be mended. */
export function DraftInput({ value, check, onCommit, ...rest }: InputProps) {
  const draft = useDraft(value, check, onCommit);
  return (
    <>
      <Input
        {...rest}
        {...(draft.problem === null ? {} : { "aria-invalid": true })}
        value={draft.text}
        onChange={(event) => draft.change(event.target.value)}
        onBlur={draft.commit}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !event.nativeEvent.isComposing) {
            // The same key press must not also press a button of a dialog that the save opens.
            event.preventDefault();
            draft.commit();
          }
          if (event.key === "Escape") draft.reset();
        }}
      />
      <Problem text={draft.problem} />
    </>
  );
}

type AreaProps = Draft & Pick<ComponentProps<"textarea">, "id" | "rows" | "disabled">;

/** The same for several lines, where Enter makes a line. */
export function DraftArea({ value, check, onCommit, ...rest }: AreaProps) {
  const draft = useDraft(value, check, onCommit);
  return (
    <>
      <TextArea
        {...rest}
        className="font-mono"
        spellCheck={false}
        value={draft.text}
        onChange={(event) => draft.change(event.target.value)}
        onBlur={draft.commit}
        onKeyDown={(event) => {
          if (event.key === "Escape") draft.reset();
        }}
      />
      <Problem text={draft.problem} />
    </>
  );
}

function Problem({ text }: { text: string | null }) {
  return text === null ? null : (
    <p role="alert" className="text-sm text-red">
      {text}
    </p>
  );
}

/** A colour that is saved once, when its chooser closes. */
export function ColorInput({
  value,
  onCommit,
  ...rest
}: { value: string; onCommit: (color: string) => void } & Omit<
  ComponentProps<"input">,
  "value" | "type" | "onChange" | "onBlur"
>) {
  const [color, setColor] = useState<string | null>(null);
  return (
    <input
      {...rest}
      type="color"
      className="h-7 w-9 shrink-0 rounded border border-line-strong bg-surface p-0.5 disabled:opacity-50"
      value={color ?? value}
      onChange={(event) => setColor(event.target.value)}
      onBlur={() => {
        if (color !== null && color !== value) onCommit(color);
        setColor(null);
      }}
    />
  );
}
