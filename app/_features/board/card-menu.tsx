"use client";
import { Ellipsis } from "lucide-react";
import type { Card } from "#server/contracts/ticket.ts";
import { cn } from "#app/_components/class-names.ts";
import { Menu } from "#app/_components/menu.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useBoardContext, useBoardUi } from "./board-context.tsx";
import { CardMenuItems } from "./card-menu-items.tsx";
import { focusCard } from "./focus-card.ts";
import { MoveItems } from "./move-items.tsx";
import { boardWords } from "./words.ts";

/** Everything a key or a drag does (ux 29); `m` opens only its "Move to". */
export function CardMenu({ card }: { card: Card }) {
  const { store } = useBoardContext();
  const t = useT(boardWords);
  const kind = useBoardUi((state) => (state.menu?.ticket === card.id ? state.menu.kind : null));
  const number = `#${card.id}`;
  const trigger = (
    <button
      type="button"
      tabIndex={-1}
      aria-label={t("cardMenu", { number, title: card.title })}
      className={cn(
        "flex size-6 items-center justify-center rounded text-muted opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 hover:bg-hover hover:text-ink focus-visible:opacity-100 data-[state=open]:opacity-100 pointer-coarse:size-9 pointer-coarse:opacity-100",
      )}
    >
      <Ellipsis size={14} aria-hidden />
    </button>
  );
  return (
    <Menu
      trigger={trigger}
      align="end"
      label={
        kind === "move"
          ? t("moveToTitle", { number })
          : t("cardMenu", { number, title: card.title })
      }
      open={kind !== null}
      onOpenChange={(open) => store.set({ menu: open ? { ticket: card.id, kind: "all" } : null })}
      onCloseAutoFocus={(event) => {
        event.preventDefault();
        const { choosing, deleting, moving } = store.state;
        if (!choosing && !deleting && !moving) focusCard(card.id);
      }}
    >
      {kind === "move" ? <MoveItems card={card} /> : <CardMenuItems card={card} />}
    </Menu>
  );
}
