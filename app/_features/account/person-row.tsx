"use client";
import { useState } from "react";
import type { PatchPerson, Person } from "#server/contracts/accounts.ts";
import { userRoles } from "#server/contracts/words.ts";
import { Button } from "#app/_components/button.tsx";
import { Popover } from "#app/_components/popover.tsx";
import { Select } from "#app/_components/select.tsx";
import { Switch } from "#app/_components/switch.tsx";
import { Td } from "#app/_components/table.tsx";
import { TimeAgo } from "#app/_components/time-ago.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { ProjectChoice } from "./project-choice.tsx";
import { accountWords } from "./words.ts";

/** One person; every change holds at once. */
export function PersonRow({
  person,
  isMe,
  isLocked,
  isOwner,
  onChange,
}: {
  person: Person;
  isMe: boolean;
  isLocked: boolean;
  /** Whether the one who looks is an owner. */
  isOwner: boolean;
  onChange: (change: PatchPerson) => void;
}) {
  const t = useT(accountWords);
  const { name, handle, role } = person;
  return (
    <tr data-person={handle}>
      <Td className="min-w-36">
        {name} <span className="font-mono text-sm text-muted">@{handle}</span>
        {isMe ? <span className="text-sm text-muted"> ({t("people.you")})</span> : null}
      </Td>
      <Td>
        <Select
          aria-label={t("people.roleOf", { name })}
          value={role}
          disabled={isLocked}
          options={userRoles.map((value) => ({
            value,
            label: t(`role.${value}`),
            disabled: value === "owner" && !isOwner,
          }))}
          onValueChange={(value) => onChange({ role: value })}
        />
      </Td>
      <Td>
        <Switch
          label={t("people.maintainerOf", { name })}
          checked={person.isMaintainer}
          disabled={isLocked || !isOwner || role !== "member"}
          onCheckedChange={(isMaintainer) => onChange({ isMaintainer })}
        />
      </Td>
      <Td className="whitespace-nowrap">
        {role === "viewer" ? (
          <GivenProjects person={person} isLocked={isLocked} onChange={onChange} />
        ) : (
          t("people.all")
        )}
      </Td>
      <Td className="whitespace-nowrap">
        {person.lastSeenAt === null ? t("people.never") : <TimeAgo at={person.lastSeenAt} />}
      </Td>
      <Td>
        <Switch
          label={t("people.accessOf", { name })}
          checked={!person.isDisabled}
          disabled={isLocked || isMe}
          onCheckedChange={(isOn) => onChange({ isDisabled: !isOn })}
        />
      </Td>
    </tr>
  );
}

/** What a viewer reads. */
function GivenProjects({
  person,
  isLocked,
  onChange,
}: {
  person: Person;
  isLocked: boolean;
  onChange: (change: PatchPerson) => void;
}) {
  const t = useT(accountWords);
  const [isOpen, setIsOpen] = useState(false);
  const count = t("people.some", { count: person.projects.length });
  const label = t("people.projectsOf", { name: person.name });
  if (isLocked) return count;
  return (
    <Popover
      open={isOpen}
      onOpenChange={setIsOpen}
      label={label}
      trigger={<Button aria-label={`${label}: ${count}`}>{count}</Button>}
    >
      <ProjectChoice
        label={label}
        value={person.projects}
        onChange={(projects) => onChange({ projects })}
      />
    </Popover>
  );
}
