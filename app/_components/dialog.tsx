"use client";
import { Dialog as Radix } from "radix-ui";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { Button } from "./button.tsx";
import { cn } from "./class-names.ts";
import { componentWords } from "./words.ts";

const widths = { small: "max-w-104", medium: "max-w-144", large: "max-w-240" } as const;

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** Said to screen readers and shown under the title. */
  description?: ReactNode;
  width?: keyof typeof widths;
  /** Buttons, the filled one last. */
  actions?: ReactNode;
  children?: ReactNode;
}

export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  width = "small",
  actions,
  children,
}: DialogProps) {
  const t = useT(componentWords);
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="appear fixed inset-0 z-40 bg-shade" />
        <Radix.Content
          {...(description === undefined ? { "aria-describedby": undefined } : {})}
          className={cn(
            "appear fixed top-[12vh] left-1/2 z-50 flex max-h-[80vh] w-[calc(100vw-24px)] -translate-x-1/2 flex-col rounded-lg border border-line bg-raised text-ink shadow-lift",
            widths[width],
          )}
        >
          <header className="flex items-start gap-2 px-4 pt-3 pb-2">
            <div className="min-w-0 flex-1">
              <Radix.Title className="text-lg font-semibold">{title}</Radix.Title>
              {description === undefined ? null : (
                <Radix.Description className="text-muted">{description}</Radix.Description>
              )}
            </div>
            <Radix.Close asChild>
              {/* No tooltip: it would take the first Escape, which belongs to the dialog. */}
              <Button
                look="ghost"
                size="small"
                aria-label={t("close")}
                title={t("close")}
                className="size-6 p-0"
              >
                <X size={16} aria-hidden />
              </Button>
            </Radix.Close>
          </header>
          <div className="scroll-thin min-h-0 flex-1 overflow-y-auto px-4 pb-3">{children}</div>
          {actions === undefined ? null : (
            <footer className="flex flex-wrap justify-end gap-2 border-t px-4 py-3">
              {actions}
            </footer>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
