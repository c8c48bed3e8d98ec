"use client";
import { RadioGroup as Radix } from "radix-ui";
import { useId, type ReactNode } from "react";
import { cn } from "./class-names.ts";

export interface RadioOption<V extends string> {
  value: V;
  label: ReactNode;
  hint?: ReactNode;
  disabled?: boolean;
}

export function RadioGroup<V extends string>({
  label,
  options,
  value,
  onValueChange,
  className,
}: {
  label: string;
  options: readonly RadioOption<V>[];
  value: V;
  onValueChange: (value: V) => void;
  className?: string;
}) {
  const id = useId();
  return (
    <Radix.Root
      aria-label={label}
      value={value}
      onValueChange={(next) => {
        const chosen = options.find((option) => option.value === next);
        if (chosen) onValueChange(chosen.value);
      }}
      className={cn("flex flex-col gap-1.5 pointer-coarse:gap-3", className)}
    >
      {options.map((option) => (
        <div key={option.value} className="flex items-start gap-2">
          <Radix.Item
            id={`${id}-${option.value}`}
            value={option.value}
            disabled={option.disabled ?? false}
            className="relative mt-0.5 flex size-4 shrink-0 items-center justify-center rounded-full border border-line-strong bg-surface before:absolute before:-inset-1.5 data-[state=checked]:border-accent disabled:opacity-50"
          >
            <Radix.Indicator className="size-2 rounded-full bg-accent" />
          </Radix.Item>
          <label htmlFor={`${id}-${option.value}`} className="min-w-0">
            {option.label}
            {option.hint ? <span className="block text-sm text-muted">{option.hint}</span> : null}
          </label>
        </div>
      ))}
    </Radix.Root>
  );
}
