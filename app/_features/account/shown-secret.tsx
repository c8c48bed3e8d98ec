"use client";
import { Copy } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "#app/_components/button.tsx";
import { Field, Input } from "#app/_components/field.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { accountWords } from "./words.ts";

/** A link or token that is shown once, ready to be copied. */
export function ShownSecret({
  label,
  hint,
  value,
}: {
  label: string;
  hint?: string;
  value: string;
}) {
  const t = useT(accountWords);
  const field = useRef<HTMLInputElement>(null);
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    setIsCopied(false);
    field.current?.focus();
    field.current?.select();
  }, [value]);
  const copy = async () => {
    field.current?.select();
    await navigator.clipboard.writeText(value);
    setIsCopied(true);
  };
  return (
    <Field label={label} hint={hint} className="mt-3 max-w-160">
      {(parts) => (
        <div className="flex items-center gap-2">
          <Input {...parts} ref={field} readOnly value={value} className="font-mono" />
          <Button onClick={() => void copy().catch(() => undefined)}>
            <Copy size={14} aria-hidden />
            {t("copy")}
          </Button>
          <span role="status" className="text-sm text-muted">
            {isCopied ? t("copied") : null}
          </span>
        </div>
      )}
    </Field>
  );
}
