"use client";
import { Command } from "cmdk";
import { Bot, User } from "lucide-react";
import type { Member } from "#server/contracts/ticket.ts";
import { Dialog } from "#app/_components/dialog.tsx";
import { componentWords } from "#app/_components/words.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useBoard } from "#app/_lib/queries.ts";
import { useBoardContext, useBoardUi } from "./board-context.tsx";
import { focusCard } from "./focus-card.ts";
import { lastAssignee, rememberAssignee } from "./last-assignee.ts";
import { useCardWrites } from "./use-card-writes.ts";
import { boardWords } from "./words.ts";

const row = "flex min-h-8 items-center gap-2 rounded px-2 data-[selected=true]:bg-hover";

/** An unassigned ticket dropped where the assignee decides: who does it? Last used first, Enter (ux 28). */
export function AssigneeChooser() {
  const { slug, store } = useBoardContext();
  const choosing = useBoardUi((state) => state.choosing);
  const { data: board } = useBoard(slug);
  const t = useT(boardWords);
  const common = useT(componentWords);
  const writes = useCardWrites();
  if (!choosing) return null;
  const { card, column } = choosing;
  const last = lastAssignee(slug);
  const rank = (member: Member) => (member.slug === last ? 0 : member.kind === "agent" ? 1 : 2);
  const members = (board?.members ?? []).toSorted((a, b) => rank(a) - rank(b));
  const close = () => {
    store.set({ choosing: null });
    focusCard(card.id);
  };
  const choose = (member: Member) => {
    rememberAssignee(slug, member.slug);
    close();
    void writes.patch(
      card,
      { assignedTo: member.slug },
      { assignedTo: member.slug, assigneeKind: member.kind, assigneeType: member.type },
    );
  };
  return (
    <Dialog
      open
      onOpenChange={close}
      title={t("choose.title", { number: `#${card.id}` })}
      description={t("choose.text", { column })}
    >
      <Command label={t("choose.search")} loop>
        <Command.Input
          autoFocus
          placeholder={t("choose.search")}
          className="mb-1 h-8 w-full rounded border border-line-strong bg-surface px-2 outline-none"
        />
        <Command.List className="scroll-thin max-h-72 overflow-y-auto">
          <Command.Empty className="px-2 py-3 text-muted">{common("noMatch")}</Command.Empty>
          {members.map((member) => (
            <Command.Item
              key={member.slug}
              value={`${member.slug} ${member.name}`}
              onSelect={() => choose(member)}
              className={row}
            >
              {member.kind === "agent" ? (
                <Bot size={14} aria-hidden />
              ) : (
                <User size={14} aria-hidden />
              )}
              <span className="min-w-0 flex-1 truncate">{member.name}</span>
              <span className="text-sm text-muted">
                {[
                  member.slug === last ? t("choose.last") : null,
                  member.type,
                  member.isHeld ? t("held") : null,
                ]
                  .filter(Boolean)
                  .join(" · ")}
              </span>
            </Command.Item>
          ))}
          <Command.Item value={t("choose.nobody")} onSelect={close} className={row}>
            <span className="text-muted">{t("choose.nobody")}</span>
          </Command.Item>
        </Command.List>
      </Command>
    </Dialog>
  );
}
