"use client";
import { Eye } from "lucide-react";
import type { ReactNode } from "react";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useRights } from "#app/_lib/use-rights.ts";
import { cn } from "./class-names.ts";
import { rightsWords } from "./rights-words.ts";

/** What changes something; to people who may only read it is not offered, for it would be refused (ux 34). */
export function ForWriters({
  children,
  instead = null,
}: {
  children: ReactNode;
  instead?: ReactNode;
}) {
  const { isReader } = useRights();
  return isReader ? instead : children;
}

/** In the place of what is not offered: why there is nothing to press. */
export function ReadOnlyNote({
  who = "write",
  className,
}: {
  /** Who may change it instead. */
  who?: "write" | "maintain";
  className?: string;
}) {
  const t = useT(rightsWords);
  const { isReader } = useRights();
  return (
    <p className={cn("flex items-center gap-1.5 text-sm text-muted", className)} data-read-only>
      <Eye size={13} aria-hidden className="shrink-0" />
      {t(isReader || who === "write" ? "reader" : "maintain")}
    </p>
  );
}
