import type { ComponentProps } from "react";
import { cn } from "./class-names.ts";
import { inputClass } from "./field.tsx";

export interface SelectOption<V extends string = string> {
  value: V;
  label: string;
  disabled?: boolean;
}

/** The system's own list: works with every keyboard, reader and phone. Richer choices are a Menu. */
export function Select<V extends string>({
  options,
  value,
  onValueChange,
  className,
  ...rest
}: { options: readonly SelectOption<V>[]; value: V; onValueChange: (value: V) => void } & Omit<
  ComponentProps<"select">,
  "value" | "onChange"
>) {
  return (
    <select
      className={cn(inputClass, "w-auto pr-1", className)}
      value={value}
      onChange={(event) => {
        const chosen = options.find((option) => option.value === event.target.value);
        if (chosen) onValueChange(chosen.value);
      }}
      {...rest}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value} disabled={option.disabled}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
