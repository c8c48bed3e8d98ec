"use client";
import type { SyntheticEvent } from "react";
import type { Card } from "#server/contracts/ticket.ts";
import { CardMenu } from "./card-menu.tsx";

const keep = (event: SyntheticEvent) => event.stopPropagation();

/**
 * The card's menu in a row. On a narrow touch screen a long press opens it, and its button takes no
 * room. What is chosen in it is not a press of the row it stands in.
 */
export function RowMenu({ card }: { card: Card }) {
  return (
    <span
      role="presentation"
      onClick={keep}
      onKeyDown={keep}
      className="relative z-10 shrink-0 pointer-coarse:max-sm:w-0 pointer-coarse:max-sm:overflow-hidden"
    >
      <CardMenu card={card} />
    </span>
  );
}
