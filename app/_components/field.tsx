"use client";
import { useId, type ComponentProps, type ReactNode } from "react";
import { cn } from "./class-names.ts";

export const inputClass =
  "h-7 w-full min-w-0 rounded border border-line-strong bg-surface px-2 text-base text-ink placeholder:text-muted disabled:opacity-50 aria-invalid:border-red";

interface FieldParts {
  id: string;
  "aria-describedby"?: string;
  "aria-invalid"?: boolean;
}

/** Label, control, hint and error tied together: `<Field label="Name">{(parts) => <Input {...parts} />}</Field>`. */
export function Field({
  label,
  hint,
  error,
  className,
  children,
}: {
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  className?: string;
  children: (parts: FieldParts) => ReactNode;
}) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = error ?? hint;
  const parts: FieldParts = { id };
  if (note) parts["aria-describedby"] = noteId;
  if (error) parts["aria-invalid"] = true;
  return (
    <div className={cn("flex flex-col gap-1", className)}>
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      {children(parts)}
      {note ? (
        <p
          id={noteId}
          role={error ? "alert" : undefined}
          className={cn("text-sm", error ? "text-red" : "text-muted")}
        >
          {note}
        </p>
      ) : null}
    </div>
  );
}

export function Input({ className, ...rest }: ComponentProps<"input">) {
  return <input className={cn(inputClass, className)} {...rest} />;
}

export function TextArea({ className, ...rest }: ComponentProps<"textarea">) {
  return (
    <textarea
      className={cn(inputClass, "h-auto min-h-16 resize-y py-1.5 leading-normal", className)}
      {...rest}
    />
  );
}

export function Checkbox({
  label,
  hint,
  className,
  ...rest
}: Omit<ComponentProps<"input">, "type"> & { label: ReactNode; hint?: ReactNode }) {
  const id = useId();
  return (
    <div className={cn("flex items-start gap-2", className)}>
      <input
        id={id}
        type="checkbox"
        className="mt-0.5 size-4 shrink-0 accent-(--accent)"
        {...rest}
      />
      <label htmlFor={id} className="min-w-0">
        {label}
        {hint ? <span className="block text-sm text-muted">{hint}</span> : null}
      </label>
    </div>
  );
}
