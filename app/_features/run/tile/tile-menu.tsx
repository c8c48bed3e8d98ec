"use client";
import { Ellipsis } from "lucide-react";
import type { FleetRun } from "#server/contracts/fleet.ts";
import { IconButton } from "#app/_components/icon-button.tsx";
import { Menu, MenuItem, MenuSeparator } from "#app/_components/menu.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { StopItems } from "../stop-button.tsx";
import type { useRunActions } from "../use-run-actions.ts";
import { tileWords } from "./words.ts";

/** `stop`: only the ways to stop, as `x` opens it. */
export type TileMenuKind = "all" | "stop";

export interface TileMenuProps {
  run: FleetRun;
  title: string;
  actions: ReturnType<typeof useRunActions>;
  canWrite: boolean;
  open: TileMenuKind | null;
  onOpenChange: (open: TileMenuKind | null) => void;
  onShowRun: () => void;
  /** null: nobody can write to it. */
  onSteer: (() => void) | null;
  /** Gives the focus back to the tile. */
  onClosed: () => void;
}

/** Whatever a key does on a tile, for a pointer and for a screen reader (ux 29). */
export function TileMenu(props: TileMenuProps) {
  const { run, title, actions, canWrite, open, onOpenChange, onShowRun, onSteer, onClosed } = props;
  const t = useT(tileWords);
  return (
    <Menu
      align="end"
      label={t("menu", { title })}
      open={open !== null}
      onOpenChange={(isOpen) => onOpenChange(isOpen ? "all" : null)}
      onCloseAutoFocus={(event) => {
        event.preventDefault();
        onClosed();
      }}
      trigger={
        <IconButton
          size="small"
          label={t("menu", { title })}
          icon={<Ellipsis size={14} aria-hidden />}
        />
      }
    >
      {open === "stop" ? null : (
        <>
          <MenuItem shortcut="⏎" onSelect={onShowRun}>
            {t(run.ticket === null ? "openRun" : "open")}
          </MenuItem>
          {onSteer === null ? null : (
            <MenuItem shortcut="s" onSelect={onSteer}>
              {t("steer", { agent: run.agent })}
            </MenuItem>
          )}
          {canWrite ? <MenuSeparator /> : null}
        </>
      )}
      {canWrite ? <StopItems run={run} canTakeOver={false} actions={actions} shortcut="x" /> : null}
    </Menu>
  );
}
