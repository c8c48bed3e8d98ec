"use client";
import type { ReactNode } from "react";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useFormat } from "#app/_lib/use-format.ts";
import type { ToolRow } from "../transcript/row.ts";
import { FoldLine } from "../transcript/fold-line.tsx";
import { useRowContext } from "../transcript/row-context.tsx";
import { toolWords } from "./words.ts";
import { ToolAnswer } from "./tool-answer.tsx";

export interface ToolLineProps {
  row: ToolRow;
  icon: ReactNode;
  label: ReactNode;
  detail?: ReactNode;
  /** Before the time: exit code, +/−. */
  meta?: ReactNode;
  isOpenAtFirst?: boolean;
  children?: ReactNode;
}

/** The line of a tool call: what, on what, how it went, how long it took. */
export function ToolLine({
  row,
  icon,
  label,
  detail,
  meta,
  isOpenAtFirst,
  children,
}: ToolLineProps) {
  const t = useT(toolWords);
  const isDenied = row.deniedMessage !== null;
  const hasFailed = isDenied || row.result?.isError === true;
  return (
    <FoldLine
      rowKey={row.key}
      icon={icon}
      label={label}
      detail={detail}
      tone={hasFailed ? "error" : "plain"}
      {...(isOpenAtFirst === undefined ? {} : { isOpenAtFirst })}
      meta={
        <>
          {meta}
          {isDenied ? <span className="text-red">{t("tool.denied")}</span> : null}
          {!isDenied && hasFailed && meta === undefined ? (
            <span className="text-red">{t("tool.failed")}</span>
          ) : null}
          <ToolTime row={row} />
        </>
      }
    >
      {children}
      {row.deniedMessage === null ? null : <p className="mt-1 text-red">{row.deniedMessage}</p>}
    </FoldLine>
  );
}

/** How long the call took; shown from a second on. */
function ToolTime({ row }: { row: ToolRow }) {
  const t = useT(toolWords);
  const format = useFormat();
  const { overBefore } = useRowContext();
  if (row.result === null && row.seq < overBefore) return <span>{t("tool.noResult")}</span>;
  if (row.result === null)
    return row.ask?.state === "open" ? null : <span aria-hidden>{t("tool.runs")}</span>;
  const ms = Date.parse(row.result.at) - Date.parse(row.at);
  if (!(ms >= 1000)) return null;
  const seconds = ms / 1000;
  return (
    <span>
      {seconds < 60 ? `${format.number(Math.round(seconds * 10) / 10)} s` : format.duration(ms)}
    </span>
  );
}

/** What a tool answered with. */
export function ToolOutput({ row }: { row: ToolRow }) {
  const t = useT(toolWords);
  if (row.result === null) return null;
  if (row.result.text === "") return <p className="text-muted">{t("tool.noOutput")}</p>;
  return <ToolAnswer result={row.result} />;
}
