"use client";
import { useState, type FormEvent } from "react";
import { newInvitationSchema } from "#server/contracts/accounts.ts";
import { userRoles, type UserRole } from "#server/contracts/words.ts";
import { Button } from "#app/_components/button.tsx";
import { Checkbox, Field } from "#app/_components/field.tsx";
import { Select } from "#app/_components/select.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { ProjectChoice } from "./project-choice.tsx";
import { Refusal, Section } from "./section.tsx";
import { ShownSecret } from "./shown-secret.tsx";
import { useAccountWrite } from "./use-account.ts";
import { accountWords } from "./words.ts";

/** A link for one new person. */
export function InviteForm({ isOwner }: { isOwner: boolean }) {
  const t = useT(accountWords);
  const invite = useAccountWrite(newInvitationSchema);
  const [role, setRole] = useState<UserRole>("member");
  const [isMaintainer, setIsMaintainer] = useState(false);
  const [projects, setProjects] = useState<string[]>([]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const body = { role, isMaintainer: role === "member" && isMaintainer, projects };
    invite.mutate({ method: "post", path: "/invitations", body });
  };
  return (
    <Section title={t("invite.title")} text={t("invite.text")}>
      <form onSubmit={submit} className="flex flex-col items-start gap-3">
        <Field label={t("invite.role")}>
          {(parts) => (
            <Select
              {...parts}
              value={role}
              options={userRoles.map((value) => ({
                value,
                label: t(`role.${value}`),
                disabled: value === "owner" && !isOwner,
              }))}
              onValueChange={setRole}
            />
          )}
        </Field>
        {isOwner && role === "member" ? (
          <Checkbox
            label={t("people.maintainer")}
            checked={isMaintainer}
            onChange={(event) => setIsMaintainer(event.target.checked)}
          />
        ) : null}
        <ProjectChoice
          label={t("invite.projects")}
          {...(role === "viewer" ? { hint: t("invite.projectsHint") } : {})}
          value={projects}
          onChange={setProjects}
        />
        <Button type="submit" look="filled" disabled={invite.isPending}>
          {t("invite.make")}
        </Button>
      </form>
      {invite.data === undefined ? null : (
        <ShownSecret
          label={t("invite.label")}
          hint={t("invite.once")}
          value={`${window.location.origin}${invite.data.path}`}
        />
      )}
      <Refusal error={invite.error} />
    </Section>
  );
}
