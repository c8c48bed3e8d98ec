"use client";
import { useId, type ReactNode } from "react";

export function Section({
  title,
  text,
  children,
}: {
  title: string;
  text?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mb-8">
      <h2 id={id} className="text-lg font-semibold">
        {title}
      </h2>
      {text === undefined ? null : <p className="max-w-160 text-muted">{text}</p>}
      <div className="mt-2">{children}</div>
    </section>
  );
}

/** Why the last write did nothing. */
export function Refusal({ error }: { error: Error | null }) {
  return error === null ? null : (
    <p role="alert" className="mt-2 text-red">
      {error.message}
    </p>
  );
}
