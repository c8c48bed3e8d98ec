"use client";
import { usePathname } from "next/navigation";
import { useCallback, type ComponentType } from "react";
import { PanelBox } from "./panel-box.tsx";
import { focusCard } from "./focus-card.ts";
import { hideTicket, ticketInPath } from "./ticket-path.ts";

interface PanelProps {
  slug: string;
  number: number;
  onClose: () => void;
}

/** The ticket panel over or beside the board; Escape and ✕ put the focus back on the card, wherever it is now. */
export function PanelSlot({
  slug,
  panel: Panel,
}: {
  slug: string;
  panel: ComponentType<PanelProps>;
}) {
  const number = ticketInPath(usePathname());
  const onClose = useCallback(() => {
    const open = ticketInPath(window.location.pathname);
    hideTicket(slug);
    if (open !== null) focusCard(open);
  }, [slug]);
  if (number === null) return null;
  return (
    <PanelBox onClose={onClose}>
      <Panel key={number} slug={slug} number={number} onClose={onClose} />
    </PanelBox>
  );
}
