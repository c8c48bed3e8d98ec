"use client";
import type { FolderInspection } from "#server/contracts/project.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { openingWords } from "./words.ts";

/** Every file with its text, folded: what is written is seen before it is (ux 1). */
export function FilesToWrite({ files }: { files: FolderInspection["filesToWrite"] }) {
  const t = useT(openingWords);
  return (
    <section>
      <h2 className="mb-1 font-medium">{t("files")}</h2>
      {files.length === 0 ? (
        <p className="text-muted">{t("filesNone")}</p>
      ) : (
        <div className="divide-y divide-(--line) rounded-lg border bg-surface">
          {files.map((file) => (
            <details key={file.path}>
              <summary className="px-3 py-1.5 font-mono text-sm">{file.path}</summary>
              <pre
                tabIndex={0}
                className="scroll-thin max-h-72 overflow-auto border-t bg-sunken px-3 py-2 font-mono text-sm whitespace-pre-wrap"
              >
                {file.content}
              </pre>
            </details>
          ))}
        </div>
      )}
    </section>
  );
}
