"use client";
import { Copy, LockOpen, Undo2 } from "lucide-react";
import type { RunDetail } from "#server/contracts/run.ts";
import { Button } from "#app/_components/button.tsx";
import { ForWriters } from "#app/_components/for-writers.tsx";
import { TimeAgo } from "#app/_components/time-ago.tsx";
import { notify } from "#app/_components/toast.tsx";
import { Tooltip } from "#app/_components/tooltip.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { controlWords } from "./control-words.ts";
import type { useRunActions } from "./use-run-actions.ts";

interface LineProps {
  run: RunDetail;
  actions: ReturnType<typeof useRunActions>;
}

/** Who works in the session, the command that leads there, and Give back (ux 36). */
export function TakeoverLine({ run, actions }: LineProps) {
  const t = useT(controlWords);
  const { takeover } = run;
  if (takeover === null) return null;
  const { by, at, command } = takeover;
  const copy = () =>
    void navigator.clipboard
      .writeText(command ?? "")
      .then(() => notify({ text: t("takeOver.copied"), durationMs: 3_000 }));
  return (
    <div
      role="status"
      data-takeover={by}
      className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 rounded border border-line-strong bg-grey-tint px-2 py-1.5"
    >
      <span className="font-medium">{t("takeOver.by", { by })}</span>
      <TimeAgo at={at} className="text-sm text-muted" />
      <span className="flex-1" />
      <ForWriters>
        <Tooltip text={t("giveBackHint", { agent: run.agent })}>
          <Button look="filled" size="small" onClick={() => void actions.giveBack()}>
            <Undo2 size={13} aria-hidden />
            {t("giveBack")}
          </Button>
        </Tooltip>
      </ForWriters>
      <p className="basis-full text-sm text-muted">
        {t(command === null ? "takeOver.ending" : "takeOver.where")}
      </p>
      {command === null ? null : (
        <p className="flex min-w-0 basis-full items-start gap-2">
          <code className="min-w-0 flex-1 rounded bg-sunken px-2 py-1 font-mono text-sm break-all select-all">
            {command}
          </code>
          <Button size="small" onClick={copy}>
            <Copy size={13} aria-hidden />
            {t("takeOver.copy")}
          </Button>
        </p>
      )}
    </div>
  );
}

/** A parked run that keeps its group for its uncommitted changes, and Release (ux 6). */
export function HoldLine({ run, actions }: LineProps) {
  const t = useT(controlWords);
  const group = run.concurrencyGroup;
  if (!run.holdsGroup || group === null) return null;
  return (
    <p
      role="status"
      data-holds={group}
      className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 rounded bg-grey-tint px-2 py-1"
    >
      <span className="min-w-0 flex-1">
        {t("release.text", { group })}{" "}
        <TimeAgo at={run.endedAt ?? run.createdAt} className="text-sm text-muted" />
      </span>
      <ForWriters>
        <Tooltip text={t("releaseHint")}>
          <Button size="small" onClick={() => void actions.release(group)}>
            <LockOpen size={13} aria-hidden />
            {t("release")}
          </Button>
        </Tooltip>
      </ForWriters>
    </p>
  );
}
