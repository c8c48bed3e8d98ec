"use client";
import { useCallback, type MouseEvent } from "react";
import type { Card } from "#server/contracts/ticket.ts";
import { useRights } from "#app/_lib/use-rights.ts";
import { useBoardContext, useBoardUi } from "./board-context.tsx";
import { showTicket } from "./ticket-path.ts";
import { useLongPress } from "./use-long-press.ts";
import { usePicks } from "./use-picks.ts";

/** A finger has neither Ctrl nor Shift: while some are chosen, it chooses. */
const isTouched = ({ nativeEvent }: MouseEvent): boolean =>
  "pointerType" in nativeEvent && nativeEvent.pointerType === "touch";

/** A click opens a card or row, one with Ctrl or Shift chooses it, a long press opens its menu. */
export function useCardPress({ id, deletedAt }: Card) {
  const { slug, store } = useBoardContext();
  const { isReader } = useRights();
  const picks = usePicks();
  const isPicked = useBoardUi((state) => state.picked.has(id));
  const press = useLongPress(
    useCallback(() => {
      if (deletedAt === undefined) store.set({ menu: { ticket: id, kind: "all" } });
    }, [deletedAt, id, store]),
  );
  const click = (event: MouseEvent) => {
    const isToggle = event.metaKey || event.ctrlKey;
    if (event.button !== 0 || event.altKey || ((isToggle || event.shiftKey) && isReader)) return;
    event.preventDefault();
    const isChoosing = store.state.picked.size > 0 && isTouched(event);
    if (event.shiftKey) picks.extend(id);
    else if (isToggle || isChoosing) picks.toggle(id);
    else showTicket(slug, id);
  };
  return { isPicked, press, click };
}
