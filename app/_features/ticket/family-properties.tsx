"use client";
import { CornerLeftUp, Lock, Plus, Unlink, X } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { Ticket } from "#server/contracts/ticket.ts";
import { Button } from "#app/_components/button.tsx";
import { Menu, MenuItem } from "#app/_components/menu.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { familyWords } from "./family-words.ts";
import { TicketPickDialog } from "./ticket-pick-dialog.tsx";
import { useFamilyWrites } from "./use-family-writes.ts";

/** Blockers and parent in the header line, each a menu. */
export function FamilyProperties({ slug, ticket }: { slug: string; ticket: Ticket }) {
  const t = useT(familyWords);
  const router = useRouter();
  const writes = useFamilyWrites(slug, ticket.id);
  const [picking, setPicking] = useState<"blocker" | "parent" | null>(null);
  const blockers = ticket.blockers ?? [];
  const number = `#${ticket.id}`;
  const parent = ticket.parentId === null ? null : `#${ticket.parentId}`;
  const blockedText =
    blockers.length === 0
      ? t("notBlocked")
      : t("blocked", { numbers: blockers.map((one) => `#${one.id}`).join(", ") });
  const parentText = parent === null ? t("noParent") : t("parent", { number: parent });
  return (
    <>
      <Menu
        label={t("blockers")}
        trigger={
          <Button
            look="ghost"
            size="small"
            className="max-w-48 px-1.5 text-sm"
            data-property="blockers"
          >
            <Lock size={13} aria-hidden />
            <span className="truncate">{blockedText} ▾</span>
          </Button>
        }
      >
        {blockers.map((one) => (
          <MenuItem
            key={one.id}
            icon={<X size={14} aria-hidden />}
            hint={one.title}
            onSelect={() => void writes.tell(writes.removeBlocker(one.id))}
          >
            {t("blockers.remove", { number: `#${one.id}` })}
          </MenuItem>
        ))}
        <MenuItem icon={<Plus size={14} aria-hidden />} onSelect={() => setPicking("blocker")}>
          {t("blockers.add")}
        </MenuItem>
      </Menu>
      <Menu
        label={parentText}
        trigger={
          <Button
            look="ghost"
            size="small"
            className="max-w-48 px-1.5 text-sm"
            data-property="parent"
          >
            <CornerLeftUp size={13} aria-hidden />
            <span className="truncate">{parentText} ▾</span>
          </Button>
        }
      >
        {parent === null ? null : (
          <MenuItem
            onSelect={() => router.push(`/p/${encodeURIComponent(slug)}/t/${ticket.parentId}`)}
          >
            {t("parent.open", { number: parent })}
          </MenuItem>
        )}
        <MenuItem onSelect={() => setPicking("parent")}>{t("parent.choose")}</MenuItem>
        {parent === null ? null : (
          <MenuItem
            icon={<Unlink size={14} aria-hidden />}
            onSelect={() => void writes.tell(writes.detach(ticket.id))}
          >
            {t("subTickets.detach")}
          </MenuItem>
        )}
      </Menu>
      {picking === "blocker" ? (
        <TicketPickDialog
          slug={slug}
          title={t("blockers.title", { number })}
          without={[ticket.id, ...blockers.map((one) => one.id)]}
          onPick={writes.addBlocker}
          onClose={() => setPicking(null)}
        />
      ) : null}
      {picking === "parent" ? (
        <TicketPickDialog
          slug={slug}
          title={t("parent.title", { number })}
          without={[ticket.id, ...(ticket.parentId === null ? [] : [ticket.parentId])]}
          onPick={(chosen) => writes.setParent(ticket.id, chosen)}
          onClose={() => setPicking(null)}
        />
      ) : null}
    </>
  );
}
