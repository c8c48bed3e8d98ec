"use client";
import { FilePen, SquareTerminal, Wrench, X } from "lucide-react";
import { cn } from "#app/_components/class-names.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useFormat } from "#app/_lib/use-format.ts";
import { useNow } from "#app/_lib/use-now.ts";
import { visibleText } from "../text/visible-text.ts";
import { DiffCountText } from "../tool-renderers/diff-view.tsx";
import { toolLabel } from "../tool-renderers/tool-label.ts";
import { toolWords } from "../tool-renderers/words.ts";
import type { Effect } from "./effects.ts";
import { tileWords } from "./words.ts";

const icons = { edit: FilePen, command: SquareTerminal, tool: Wrench, denied: X } as const;

/** What a run did last outside the conversation: files with lines, commands with exit codes. */
export function EffectLines({ effects }: { effects: readonly Effect[] }) {
  const t = useT(tileWords);
  if (effects.length === 0) return <p className="text-sm text-muted">{t("noEffects")}</p>;
  return (
    <ul aria-label={t("effects")} className="flex flex-col gap-0.5">
      {effects.map((effect) => (
        <EffectLine key={effect.key} effect={effect} />
      ))}
    </ul>
  );
}

function EffectLine({ effect }: { effect: Effect }) {
  const Icon = icons[effect.kind];
  return (
    <li data-effect={effect.kind} className="flex min-w-0 items-center gap-1.5 text-sm">
      <Icon
        size={13}
        aria-hidden
        className={cn("shrink-0", effect.isBad ? "text-red" : "text-muted")}
      />
      <EffectText effect={effect} />
      <span className="ml-auto shrink-0 pl-1">
        <EffectMeta effect={effect} />
      </span>
    </li>
  );
}

function EffectText({ effect }: { effect: Effect }) {
  const name = useT(toolWords);
  switch (effect.kind) {
    case "edit":
      return <FileName path={visibleText(effect.path)} />;
    case "command": {
      const command = visibleText(effect.command);
      return (
        <span title={command} className="min-w-0 truncate font-mono">
          {command}
        </span>
      );
    }
    case "tool":
      return (
        <span className="min-w-0 truncate">
          {toolLabel(effect.tool, name)}{" "}
          <span className="text-muted">{visibleText(effect.detail)}</span>
        </span>
      );
    case "denied":
      return <span className="min-w-0 truncate">{visibleText(effect.text)}</span>;
  }
}

/** The name stays to be read; its folders give way first. */
function FileName({ path }: { path: string }) {
  const cut = path.lastIndexOf("/") + 1;
  return (
    <span title={path} className="flex min-w-0 font-mono">
      <span className="truncate text-muted">{path.slice(0, cut)}</span>
      <span className="min-w-0 shrink-0 truncate">{path.slice(cut)}</span>
    </span>
  );
}

function EffectMeta({ effect }: { effect: Effect }) {
  const t = useT(tileWords);
  if (effect.runningSince !== null) return <Running since={effect.runningSince} />;
  if (effect.kind === "command" && effect.exitCode !== null)
    return (
      <span className={effect.isBad ? "text-red" : "text-muted"}>
        {t("exit", { code: effect.exitCode })}
      </span>
    );
  if (effect.isBad)
    return <span className="text-red">{t(effect.kind === "denied" ? "denied" : "failed")}</span>;
  return effect.kind === "edit" ? <DiffCountText count={effect.count} /> : null;
}

function Running({ since }: { since: string }) {
  const format = useFormat();
  const now = useNow(1_000);
  return (
    <span aria-hidden className="text-muted">
      {now === 0 ? "" : `${format.age(Math.max(0, now - Date.parse(since)))} …`}
    </span>
  );
}
