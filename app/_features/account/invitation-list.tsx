"use client";
import { Button } from "#app/_components/button.tsx";
import { anythingSchema } from "#app/_lib/api.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useFormat } from "#app/_lib/use-format.ts";
import { Refusal, Section } from "./section.tsx";
import { useAccountWrite, useInvitations } from "./use-account.ts";
import { accountWords } from "./words.ts";

/** Invitations that nobody has accepted yet. */
export function InvitationList() {
  const t = useT(accountWords);
  const format = useFormat();
  const { data: invitations } = useInvitations(true);
  const write = useAccountWrite(anythingSchema);
  if (invitations === undefined) return null;
  return (
    <Section title={t("invite.open")}>
      {invitations.length === 0 ? <p className="text-muted">{t("invite.none")}</p> : null}
      <ul className="flex flex-col gap-2">
        {invitations.map(({ id, role, isMaintainer, projects, createdBy, expiresAt }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="font-medium">
              {isMaintainer && role === "member" ? t("people.maintainer") : t(`role.${role}`)}
            </span>
            <span>{projects.join(", ")}</span>
            <span className="text-sm text-muted">
              {t("invite.by", { by: createdBy })},{" "}
              {t("invite.until", { at: format.exact(expiresAt) })}
            </span>
            <Button
              size="small"
              aria-label={t("invite.takeBackOf", { role: t(`role.${role}`), by: createdBy })}
              onClick={() => write.mutate({ method: "delete", path: `/invitations/${id}` })}
            >
              {t("invite.takeBack")}
            </Button>
          </li>
        ))}
      </ul>
      <Refusal error={write.error} />
    </Section>
  );
}
