"use client";
import type { SettingsDifference } from "#server/contracts/project.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { acceptSettingsWords } from "./accept-settings-words.ts";

/** Each file that differs, by name, with what it says now. */
export function SettingsFiles({ files }: { files: SettingsDifference["files"] }) {
  const t = useT(acceptSettingsWords);
  if (files.length === 0) return <p className="text-muted">{t("nothing")}</p>;
  return (
    <ul className="flex flex-col gap-3">
      {files.map((file) => (
        <li key={file.path} data-settings-file={file.path}>
          <p className="flex flex-wrap gap-x-2">
            <span className="font-mono">{file.path}</span>
            <span className="text-muted">{t(`change.${file.change}`)}</span>
          </p>
          {file.text === null ? (
            file.change === "removed" ? null : (
              <p className="text-muted">{t("notShown")}</p>
            )
          ) : (
            <pre className="scroll-thin mt-1 max-h-80 overflow-auto rounded border border-line bg-grey-tint p-2 font-mono text-sm whitespace-pre-wrap">
              {file.text}
            </pre>
          )}
          {file.isCut ? <p className="text-sm text-muted">{t("cut")}</p> : null}
        </li>
      ))}
    </ul>
  );
}
