"use client";
import { ChevronDown, Square } from "lucide-react";
import type { RunDetail, RunSummary } from "#server/contracts/run.ts";
import { Button } from "#app/_components/button.tsx";
import { IconButton } from "#app/_components/icon-button.tsx";
import { Menu, MenuItem } from "#app/_components/menu.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { controlWords } from "./control-words.ts";
import type { useRunActions } from "./use-run-actions.ts";
import { runWords } from "./words.ts";

type Actions = ReturnType<typeof useRunActions>;

interface StopItemsProps {
  run: Pick<RunSummary, "agent" | "state" | "stopRequestedAt">;
  canTakeOver: boolean;
  actions: Actions;
  /** The key that leads here, where there is one. */
  shortcut?: string;
}

/** Whether a stop was asked for, or the run ends by itself. */
function isStopping(run: StopItemsProps["run"], actions: Actions): boolean {
  return actions.isStopping || run.stopRequestedAt !== null || run.state === "ending";
}

/** Every way to stop a run, as items of a menu. */
export function StopItems({ run, canTakeOver, actions, shortcut }: StopItemsProps) {
  const t = useT(runWords);
  const control = useT(controlWords);
  const isAlready = isStopping(run, actions);
  return (
    <>
      <MenuItem
        disabled={isAlready}
        hint={t("stopHint")}
        onSelect={() => void actions.stop()}
        {...(shortcut === undefined ? {} : { shortcut })}
      >
        {t(isAlready ? "stopping" : "stop")}
      </MenuItem>
      <MenuItem
        disabled={isAlready}
        hint={t("stopAndUndoHint")}
        onSelect={() => void actions.stop(true)}
      >
        {t("stopAndUndo")}
      </MenuItem>
      <MenuItem
        hint={t("stopAndHoldHint", { agent: run.agent })}
        onSelect={() => void actions.hold().then(() => (isAlready ? undefined : actions.stop()))}
      >
        {t("stopAndHold", { agent: run.agent })}
      </MenuItem>
      {canTakeOver ? (
        <MenuItem
          disabled={isAlready}
          hint={control("takeOverRunning")}
          onSelect={() => void actions.takeOver(true)}
        >
          {control("takeOver")}
        </MenuItem>
      ) : null}
    </>
  );
}

/** Stop, and beside it the other ways to stop. */
export function StopButton({ run, actions }: { run: RunDetail; actions: Actions }) {
  const t = useT(runWords);
  const isAlready = isStopping(run, actions);
  return (
    <span className="flex items-center">
      <Button
        look="danger"
        size="small"
        className="rounded-r-none"
        disabled={isAlready}
        onClick={() => void actions.stop()}
      >
        <Square size={11} fill="currentColor" aria-hidden />
        {t(isAlready ? "stopping" : "stop")}
      </Button>
      <Menu
        align="end"
        label={t("stopMore")}
        trigger={
          <IconButton
            look="danger"
            size="small"
            label={t("stopMore")}
            icon={<ChevronDown size={14} aria-hidden />}
            className="rounded-l-none border-l-0"
          />
        }
      >
        <StopItems run={run} canTakeOver={run.canTakeOver} actions={actions} />
      </Menu>
    </span>
  );
}
