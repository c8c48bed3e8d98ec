"use client";
import { Fragment, type ReactNode } from "react";
import { cn } from "#app/_components/class-names.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { foldDiff, type DiffCount, type DiffLine } from "../text/line-diff.ts";
import { toolWords } from "./words.ts";

const looks = {
  same: { sign: " ", className: "" },
  added: { sign: "+", className: "bg-green-tint text-green" },
  removed: { sign: "−", className: "bg-red-tint text-red" },
} as const;

/** Lines drawn at most; the rest is counted. */
const shownLines = 400;

/** "+12 −3" in figures that line up. */
export function DiffCountText({ count }: { count: DiffCount }) {
  return (
    <span className="font-mono text-sm whitespace-nowrap">
      <span className="text-green">+{count.added}</span>{" "}
      <span className="text-red">−{count.removed}</span>
    </span>
  );
}

/** The difference of two texts, with what is far from a change left out. */
export function DiffView({ lines, label }: { lines: readonly DiffLine[]; label: string }) {
  return <FoldedDiff lines={foldDiff(lines, 3)} label={label} />;
}

/** What stands beside the lines of a diff. */
export interface DiffSlots {
  above: (line: DiffLine, index: number) => ReactNode;
  /** Before the sign of a line. */
  gutter: (line: DiffLine, index: number) => ReactNode;
  /** Under a line, as wide as what is seen of the diff. */
  below: (line: DiffLine, index: number) => ReactNode;
}

/** A unified diff: sign and colour both say what a line is; null stands for lines left out. */
export function FoldedDiff({
  lines: folded,
  label,
  slots,
}: {
  lines: readonly (DiffLine | null)[];
  label: string;
  slots?: DiffSlots;
}) {
  const t = useT(toolWords);
  const rest = folded.length - shownLines;
  return (
    <div
      role="region"
      aria-label={label}
      tabIndex={0}
      className="scroll-thin @container max-h-96 overflow-auto rounded border bg-surface font-mono text-sm"
    >
      <div className="w-max min-w-full py-1">
        {folded.slice(0, shownLines).map((line, index) =>
          line === null ? (
            <div key={index} className="bg-sunken px-2 text-muted">
              ⋯ <span className="sr-only">{t("diff.gap")}</span>
            </div>
          ) : (
            <Fragment key={index}>
              {slots?.above(line, index)}
              <div className={cn("flex items-center whitespace-pre", looks[line.type].className)}>
                {slots?.gutter(line, index)}
                <span className="w-5 shrink-0 text-center select-none">
                  {looks[line.type].sign}
                </span>
                <span className="pr-2">{line.text === "" ? " " : line.text}</span>
              </div>
              {slots?.below(line, index)}
            </Fragment>
          ),
        )}
        {rest > 0 ? (
          <div className="px-2 text-muted">⋯ {t("tool.lines", { count: rest })}</div>
        ) : null}
      </div>
    </div>
  );
}
