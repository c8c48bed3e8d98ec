"use client";
import { ChevronDown, ChevronRight } from "lucide-react";
import { useId, type ReactNode } from "react";
import { cn } from "#app/_components/class-names.ts";
import { useOpenRow } from "./row-context.tsx";

export interface FoldLineProps {
  rowKey: string;
  icon?: ReactNode;
  label: ReactNode;
  /** Path, command or pattern: monospace, cut at the end of the line. */
  detail?: ReactNode;
  /** Numbers at the right: exit code, time, +/−. */
  meta?: ReactNode;
  isOpenAtFirst?: boolean;
  tone?: "plain" | "muted" | "error";
  children?: ReactNode;
}

/** One line that unfolds: the shape of every tool call. Without children it is only the line. */
export function FoldLine({
  rowKey,
  icon,
  label,
  detail,
  meta,
  isOpenAtFirst = false,
  tone = "plain",
  children,
}: FoldLineProps) {
  const id = useId();
  const [isOpen, toggle] = useOpenRow(rowKey, isOpenAtFirst);
  const hasBody = children !== undefined && children !== null && children !== false;
  const line = (
    <>
      <span className="flex size-4 shrink-0 items-center justify-center text-muted">
        {hasBody ? (
          isOpen ? (
            <ChevronDown size={14} aria-hidden />
          ) : (
            <ChevronRight size={14} aria-hidden />
          )
        ) : (
          icon
        )}
      </span>
      {hasBody && icon ? (
        <span className="flex size-4 shrink-0 items-center justify-center text-muted">{icon}</span>
      ) : null}
      <span
        className={cn(
          "shrink-0 font-medium",
          tone === "muted" && "font-normal text-muted",
          tone === "error" && "text-red",
        )}
      >
        {label}
      </span>
      <span className="min-w-0 flex-1 truncate text-left font-mono text-sm text-muted">
        {detail}
      </span>
      {meta ? (
        <span className="flex shrink-0 items-center gap-2 text-sm text-muted">{meta}</span>
      ) : null}
    </>
  );
  const shape = "flex min-h-7 w-full min-w-0 items-center gap-1.5 rounded px-1";
  if (!hasBody) return <div className={shape}>{line}</div>;
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={toggle}
        className={cn(shape, "hover:bg-hover")}
      >
        {line}
      </button>
      <div id={id} hidden={!isOpen} className="pt-1 pb-2 pl-6.5">
        {isOpen ? children : null}
      </div>
    </>
  );
}
