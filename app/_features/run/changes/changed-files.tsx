"use client";
import { ChevronRight } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import type { RunChanges } from "#server/contracts/run.ts";
import { cn } from "#app/_components/class-names.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { detailsWords } from "../details-words.ts";
import { DiffCountText } from "../tool-renderers/diff-view.tsx";
import { AlsoText } from "../undo/also-text.tsx";
import { FileDiff } from "./file-diff.tsx";
import type { ChangeLinks } from "./places.ts";

type ChangedFile = RunChanges["files"][number];

export interface ChangedFilesProps {
  slug: string;
  run: string;
  files: readonly ChangedFile[];
  /** Without checkpoints there is nothing to compare. */
  hasDiffs: boolean;
  /** The ticket whose review may comment on lines. */
  reviewed: number | null;
  links: ChangeLinks;
}

const signs = { added: "A", modified: "M", deleted: "D", renamed: "R" } as const;

/** The files of a run, one row each; a row opens its difference. */
export function ChangedFiles({ files, hasDiffs, ...of }: ChangedFilesProps) {
  return (
    <ul className="divide-y divide-line rounded border bg-surface">
      {files.map((file) => (
        <li key={file.path} data-changed-file={file.path}>
          {hasDiffs ? (
            <OpenableFile {...of} file={file} />
          ) : (
            <span className="flex min-h-8 items-center gap-2 px-2">
              <FileLine file={file} />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

function OpenableFile({
  file,
  ...of
}: Omit<ChangedFilesProps, "files" | "hasDiffs"> & { file: ChangedFile }) {
  const { wanted } = of.links;
  const isWanted = wanted?.path === file.path;
  const [isOpen, setOpen] = useState(isWanted);
  const id = useId();
  const head = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isWanted) return;
    setOpen(true);
    // The part that was wanted may have it already: what is inside comes first.
    const isInside = head.current?.parentElement?.contains(document.activeElement) === true;
    if (!isInside) head.current?.focus();
  }, [isWanted, wanted]);
  return (
    <>
      <button
        ref={head}
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-8 w-full items-center gap-2 px-2 text-left hover:bg-hover"
      >
        <ChevronRight
          size={14}
          aria-hidden
          className={cn("shrink-0 transition-transform", isOpen && "rotate-90")}
        />
        <FileLine file={file} />
      </button>
      <div id={id}>{isOpen ? <FileDiff {...of} path={file.path} /> : null}</div>
    </>
  );
}

function FileLine({ file }: { file: ChangedFile }) {
  const t = useT(detailsWords);
  return (
    <>
      <span aria-hidden className="w-4 text-center font-mono text-sm text-muted">
        {signs[file.change]}
      </span>
      <span className="sr-only">{t(`changes.${file.change}`)}</span>
      <span className="min-w-0 flex-1 truncate font-mono text-sm" title={file.path}>
        {file.path}
      </span>
      <AlsoText also={file.also} />
      {file.added === null || file.removed === null ? (
        <span className="text-sm text-muted">{t("changes.binary")}</span>
      ) : (
        <DiffCountText count={{ added: file.added, removed: file.removed }} />
      )}
    </>
  );
}
