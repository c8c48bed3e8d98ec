"use client";
import { personSchema } from "#server/contracts/accounts.ts";
import { ErrorState } from "#app/_components/error-state.tsx";
import { SkeletonLines } from "#app/_components/skeleton.tsx";
import { Table, Th } from "#app/_components/table.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useMe } from "#app/_lib/queries.ts";
import { useRights } from "#app/_lib/use-rights.ts";
import { InvitationList } from "./invitation-list.tsx";
import { InviteForm } from "./invite-form.tsx";
import { PersonRow } from "./person-row.tsx";
import { Refusal, Section } from "./section.tsx";
import { useAccountWrite, usePeople } from "./use-account.ts";
import { accountWords } from "./words.ts";

/** Who may sign in and do what (ux 34). */
export function PeopleTab() {
  const t = useT(accountWords);
  const { canMaintain, isOwner } = useRights();
  const { data: me } = useMe();
  const people = usePeople();
  const write = useAccountWrite(personSchema);
  if (people.isError && people.data === undefined)
    return <ErrorState error={people.error} onRetry={() => void people.refetch()} />;
  return (
    <>
      <Section title={t("people.title")} text={t("people.text")}>
        {canMaintain ? null : (
          <p className="mb-2 rounded border bg-sunken px-3 py-2">{t("people.readOnly")}</p>
        )}
        {people.data === undefined ? (
          <SkeletonLines count={4} />
        ) : (
          <Table label={t("people.list")}>
            <thead>
              <tr>
                <Th>{t("people.name")}</Th>
                <Th>{t("people.role")}</Th>
                <Th>{t("people.maintainer")}</Th>
                <Th>{t("people.projects")}</Th>
                <Th>{t("people.seen")}</Th>
                <Th>{t("people.access")}</Th>
              </tr>
            </thead>
            <tbody>
              {people.data.map((person) => (
                <PersonRow
                  key={person.handle}
                  person={person}
                  isMe={person.handle === me?.slug}
                  // Owners and maintainers are an owner's matter.
                  isLocked={
                    !canMaintain || (!isOwner && (person.role === "owner" || person.isMaintainer))
                  }
                  isOwner={isOwner}
                  onChange={(body) =>
                    write.mutate({
                      method: "patch",
                      path: `/users/${encodeURIComponent(person.handle)}`,
                      body,
                    })
                  }
                />
              ))}
            </tbody>
          </Table>
        )}
        <Refusal error={write.error} />
      </Section>
      {canMaintain ? (
        <>
          <InviteForm isOwner={isOwner} />
          <InvitationList />
        </>
      ) : null}
    </>
  );
}
