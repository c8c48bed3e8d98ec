"use client";
import type { RunFile } from "#server/contracts/run-event.ts";
import { apiUrl } from "#app/_lib/api.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useFormat } from "#app/_lib/use-format.ts";
import { useRowContext } from "../transcript/row-context.tsx";
import type { ToolResult } from "../transcript/row.ts";
import { runPath } from "../use-run.ts";
import { TerminalText } from "./terminal-text.tsx";
import { toolWords } from "./words.ts";

/** The text of a result, the way to the rest of it, and its pictures. */
export function ToolAnswer({ result }: { result: ToolResult }) {
  const t = useT(toolWords);
  const format = useFormat();
  const { slug, run } = useRowContext();
  const addressOf = ({ name }: RunFile): string =>
    apiUrl(`${runPath(slug, run)}/files/${encodeURIComponent(name)}`);
  const { file, truncatedBytes } = result;
  return (
    <>
      <TerminalText text={result.text} />
      {file === null ? null : (
        <a
          href={addressOf(file)}
          download={file.name}
          className="mt-1 inline-block text-sm underline"
        >
          {t("tool.whole", { size: format.size(file.bytes) })}
        </a>
      )}
      {file === null && truncatedBytes > 0 ? (
        <p className="mt-1 text-sm text-muted">
          {t("tool.cut", { bytes: format.number(truncatedBytes) })}
        </p>
      ) : null}
      {result.images.map((image) => (
        <img
          key={image.name}
          src={addressOf(image)}
          alt={t("tool.image", { size: format.size(image.bytes) })}
          loading="lazy"
          className="mt-2 max-h-96 max-w-full rounded border"
        />
      ))}
    </>
  );
}
