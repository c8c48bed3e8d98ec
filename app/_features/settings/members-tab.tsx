"use client";
import { useState } from "react";
import type { Member } from "#server/contracts/ticket.ts";
import { agentTypes } from "#server/contracts/words.ts";
import { ErrorState } from "#app/_components/error-state.tsx";
import { Select } from "#app/_components/select.tsx";
import { SkeletonLines } from "#app/_components/skeleton.tsx";
import { Table, Th } from "#app/_components/table.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useRights } from "#app/_lib/use-rights.ts";
import { AddForm } from "./add-form.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { MemberRow } from "./member-row.tsx";
import { membersWords } from "./members-words.ts";
import { ReadOnly, Section, Refusal } from "./setting.tsx";
import type { TabProps } from "./tab-props.ts";
import { useMembers, useWrite } from "./use-settings.ts";

const kinds = ["person", "none", ...agentTypes] as const;
type Kind = (typeof kinds)[number];

/** Who tickets can be assigned to: people and agents. */
export function MembersTab({ project, overview }: TabProps) {
  const t = useT(membersWords);
  const { isKnown, canMaintain } = useRights();
  const members = useMembers(project.slug);
  const write = useWrite(project.slug);
  const [removed, setRemoved] = useState<Member | null>(null);
  const [kind, setKind] = useState<Kind>("person");
  if (members.isError && members.data === undefined)
    return <ErrorState error={members.error} onRetry={() => void members.refetch()} />;
  const isDisabled = !canMaintain;
  const fields =
    kind === "person" ? { kind } : { kind: "agent", type: kind === "none" ? null : kind };
  return (
    <>
      {isKnown && isDisabled ? <ReadOnly who="maintain" /> : null}
      <Section
        title={t("title")}
        text={t("text")}
        change={overview.changes.find(({ field }) => field === "members")}
      >
        {members.data === undefined ? (
          <SkeletonLines count={4} />
        ) : (
          <Table label={t("list")}>
            <thead>
              <tr>
                <Th>{t("name")}</Th>
                <Th>{t("handle")}</Th>
                <Th>{t("kind")}</Th>
                <Th>
                  <span className="sr-only">{t("removal")}</span>
                </Th>
              </tr>
            </thead>
            <tbody>
              {members.data.map((member) => (
                <MemberRow
                  key={member.id}
                  member={member}
                  isDisabled={isDisabled}
                  onRename={(name) =>
                    write.mutateAsync({
                      method: "patch",
                      path: `/members/${member.id}`,
                      body: { name },
                    })
                  }
                  onRemove={() => setRemoved(member)}
                />
              ))}
            </tbody>
          </Table>
        )}
        <Refusal error={write.error} className="mt-1" />
        {isDisabled ? null : (
          <AddForm
            label={t("newMember")}
            onAdd={(name) =>
              write.mutateAsync({ method: "post", path: "/members", body: { name, ...fields } })
            }
          >
            <Select
              aria-label={t("kindOfNew")}
              value={kind}
              options={kinds.map((value) => ({
                value,
                label: value === "person" ? t("person") : t(`type.${value}`),
              }))}
              onValueChange={setKind}
            />
          </AddForm>
        )}
      </Section>
      {removed === null ? null : (
        <ConfirmDialog
          title={t("remove.title", { member: removed.name })}
          text={t("remove.text")}
          onConfirm={() => write.mutate({ method: "delete", path: `/members/${removed.id}` })}
          onClose={() => setRemoved(null)}
        />
      )}
    </>
  );
}
