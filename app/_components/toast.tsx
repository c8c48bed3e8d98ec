"use client";
import { Toaster as Sonner, toast } from "sonner";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { componentWords } from "./words.ts";

export interface Notice {
  text: string;
  detail?: string;
  kind?: "info" | "success" | "error";
  action?: { label: string; onClick: () => void };
  /** 10 s by default, long enough to press Undo (ux 28). */
  durationMs?: number;
  /** A later notice with the same id replaces the earlier one. */
  id?: string;
}

/** Says something once, politely, with at most one thing to do about it. */
export function notify({
  text,
  detail,
  kind = "info",
  action,
  durationMs = 10_000,
  id,
}: Notice): void {
  toast[kind](text, { description: detail, action, duration: durationMs, id });
}

export function Toaster() {
  const t = useT(componentWords);
  return (
    <Sonner
      position="bottom-left"
      gap={8}
      visibleToasts={4}
      closeButton
      toastOptions={{
        closeButtonAriaLabel: t("close"),
        classNames: {
          toast:
            "!bg-raised !border-line !text-ink !rounded-lg !shadow-lift !font-sans !text-base !px-3 !py-2.5",
          description: "!text-muted",
          actionButton: "!bg-accent !text-on-accent !rounded",
          closeButton: "!bg-raised !border-line !text-muted",
        },
      }}
    />
  );
}
