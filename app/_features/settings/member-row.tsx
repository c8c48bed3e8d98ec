"use client";
import { Bot, Trash2, User } from "lucide-react";
import type { Member } from "#server/contracts/ticket.ts";
import { agentTypes } from "#server/contracts/words.ts";
import { IconButton } from "#app/_components/icon-button.tsx";
import { Td } from "#app/_components/table.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { DraftInput } from "./draft-input.tsx";
import { membersWords } from "./members-words.ts";
import { settingsWords } from "./words.ts";

export function MemberRow({
  member,
  isDisabled,
  onRename,
  onRemove,
}: {
  member: Member;
  isDisabled: boolean;
  onRename: (name: string) => Promise<unknown>;
  onRemove: () => void;
}) {
  const t = useT(membersWords);
  const common = useT(settingsWords);
  const isOwner = member.slug === "owner";
  const isAgent = member.kind === "agent";
  const Icon = isAgent ? Bot : User;
  const type = agentTypes.find((one) => one === member.type) ?? "none";
  const marks = [
    isAgent && !member.hasSkill ? t("noSkill") : null,
    member.isHeld ? t("held") : null,
  ].filter((mark) => mark !== null);
  return (
    <tr data-settings-member={member.slug}>
      <Td className="min-w-44">
        <DraftInput
          aria-label={t("nameOf", { member: member.name })}
          disabled={isDisabled}
          maxLength={60}
          value={member.name}
          check={(text) => (text === "" ? common("needsText") : null)}
          onCommit={onRename}
        />
      </Td>
      <Td className="font-mono text-sm">@{member.slug}</Td>
      <Td className="whitespace-nowrap">
        <span className="inline-flex items-center gap-1.5">
          <Icon size={14} aria-hidden />
          {isAgent ? t(`type.${type}`) : t("person")}
          {marks.length > 0 ? <span className="text-muted">({marks.join(", ")})</span> : null}
        </span>
      </Td>
      <Td className="w-10">
        <IconButton
          label={isOwner ? t("ownerStays") : t("remove", { member: member.name })}
          icon={<Trash2 size={14} aria-hidden />}
          disabled={isDisabled || isOwner}
          onClick={onRemove}
        />
      </Td>
    </tr>
  );
}
