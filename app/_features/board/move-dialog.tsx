"use client";
import { MoveRunningDialog } from "#app/_components/move-running-dialog.tsx";
import { useBoardContext, useBoardUi } from "./board-context.tsx";
import { useCarryOutDrop } from "./use-drop.ts";

/** Asks what becomes of the run of a card that is moved. */
export function MoveDialog() {
  const { store } = useBoardContext();
  const moving = useBoardUi((state) => state.moving);
  const carryOut = useCarryOutDrop();
  if (moving === null) return null;
  const { card, column, index } = moving;
  return (
    <MoveRunningDialog
      ticket={card.id}
      column={column}
      onClose={() => store.set({ moving: null })}
      onMove={(stopRun) => carryOut(card, column, index, stopRun)}
    />
  );
}
