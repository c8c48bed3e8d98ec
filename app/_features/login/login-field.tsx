"use client";
import type { ComponentProps } from "react";
import { Field, Input } from "#app/_components/field.tsx";

interface Props extends Pick<
  ComponentProps<typeof Input>,
  "type" | "autoComplete" | "autoCapitalize" | "maxLength"
> {
  label: string;
  hint?: string;
  value: string;
  onChange: (value: string) => void;
}

/** One line of a form that signs somebody in. */
export function LoginField({ label, hint, onChange, ...input }: Props) {
  return (
    <Field label={label} hint={hint}>
      {(parts) => (
        <Input
          {...parts}
          {...input}
          onChange={(event) => onChange(event.target.value)}
          className="h-9"
        />
      )}
    </Field>
  );
}
