"use client";
import type { ReactNode } from "react";
import type { UndoFile } from "#server/contracts/undo.ts";
import { Checkbox } from "#app/_components/field.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { AlsoText } from "./also-text.tsx";
import { undoWords } from "./words.ts";

export interface UndoFilesProps {
  files: readonly UndoFile[];
  /** Conflicts that the person wants put back all the same. */
  chosen: ReadonlySet<string>;
  onChoose: (path: string, isChosen: boolean) => void;
}

/** Files that are put back, then the ones that stay, each with its own choice. */
export function UndoFiles({ files, chosen, onChoose }: UndoFilesProps) {
  const t = useT(undoWords);
  const back = files.filter((file) => file.kind !== "conflict");
  const conflicts = files.filter((file) => file.kind === "conflict");
  return (
    <>
      {back.length === 0 ? null : (
        <section>
          <h3 className="mt-2 font-medium">{t("files.back", { count: back.length })}</h3>
          <ul>
            {back.map((file) => (
              <FileRow key={file.path} file={file}>
                <span className="text-sm text-muted">
                  {file.kind === "conflict" ? null : t(`file.${file.kind}`)}
                </span>
                {file.isNamed ? null : (
                  <span className="text-sm text-amber">{t("file.unnamed")}</span>
                )}
              </FileRow>
            ))}
          </ul>
        </section>
      )}
      {conflicts.length === 0 ? null : (
        <section>
          <h3 className="mt-2 font-medium">{t("files.conflict", { count: conflicts.length })}</h3>
          <ul>
            {conflicts.map((file) => (
              <FileRow key={file.path} file={file}>
                <span className="text-sm text-amber">
                  {file.reason === null ? null : t(`reason.${file.reason}`)}
                </span>
                {file.canForce ? (
                  <Checkbox
                    label={t("file.putBack")}
                    aria-label={t("file.putBackLabel", { path: file.path })}
                    checked={chosen.has(file.path)}
                    onChange={(event) => onChoose(file.path, event.target.checked)}
                  />
                ) : null}
              </FileRow>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function FileRow({ file, children }: { file: UndoFile; children: ReactNode }) {
  return (
    <li className="flex min-h-7 flex-wrap items-center gap-x-2">
      <span className="min-w-40 flex-1 truncate font-mono text-sm" title={file.path}>
        {file.path}
      </span>
      <AlsoText also={file.also} />
      {children}
    </li>
  );
}
