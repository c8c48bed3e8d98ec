"use client";
import { useState } from "react";
import { Button } from "#app/_components/button.tsx";
import { Checkbox } from "#app/_components/field.tsx";
import { SkeletonLines } from "#app/_components/skeleton.tsx";
import { Table, Td, Th } from "#app/_components/table.tsx";
import { TimeAgo } from "#app/_components/time-ago.tsx";
import { anythingSchema } from "#app/_lib/api.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useRights } from "#app/_lib/use-rights.ts";
import { browserName } from "./browser-name.ts";
import { Refusal, Section } from "./section.tsx";
import { useAccountWrite, useSessions } from "./use-account.ts";
import { accountWords } from "./words.ts";

/** Where somebody is signed in, and how to end that. */
export function SessionsTab() {
  const t = useT(accountWords);
  const { isOwner } = useRights();
  const [isAll, setIsAll] = useState(false);
  const { data: sessions } = useSessions(isAll);
  const write = useAccountWrite(anythingSchema);
  return (
    <Section title={t("sessions.title")} text={t("sessions.text")}>
      {isOwner ? (
        <Checkbox
          className="mb-2"
          label={t("sessions.all")}
          checked={isAll}
          onChange={(event) => setIsAll(event.target.checked)}
        />
      ) : null}
      {sessions === undefined ? (
        <SkeletonLines count={3} />
      ) : (
        <Table label={t("sessions.list")}>
          <thead>
            <tr>
              {isAll ? <Th>{t("sessions.person")}</Th> : null}
              <Th>{t("sessions.browser")}</Th>
              <Th>{t("sessions.since")}</Th>
              <Th>{t("sessions.seen")}</Th>
              <Th>
                <span className="sr-only">{t("sessions.removal")}</span>
              </Th>
            </tr>
          </thead>
          <tbody>
            {sessions.map((session) => {
              const browser = browserName(session.userAgent) ?? t("sessions.unknown");
              return (
                <tr key={session.id} data-session={session.handle}>
                  {isAll ? <Td>{session.name}</Td> : null}
                  <Td title={session.userAgent ?? undefined}>{browser}</Td>
                  <Td className="whitespace-nowrap">
                    <TimeAgo at={session.createdAt} />
                  </Td>
                  <Td className="whitespace-nowrap">
                    <TimeAgo at={session.lastSeenAt} />
                  </Td>
                  <Td className="text-right whitespace-nowrap">
                    {session.isCurrent ? (
                      <span className="text-muted">{t("sessions.here")}</span>
                    ) : (
                      <Button
                        size="small"
                        look="danger"
                        aria-label={t("sessions.endOf", { browser, name: session.name })}
                        onClick={() =>
                          write.mutate({ method: "delete", path: `/sessions/${session.id}` })
                        }
                      >
                        {t("sessions.end")}
                      </Button>
                    )}
                  </Td>
                </tr>
              );
            })}
          </tbody>
        </Table>
      )}
      {sessions?.some(({ isCurrent }) => !isCurrent) === true ? (
        <Button
          className="mt-3"
          onClick={() => write.mutate({ method: "delete", path: "/sessions" })}
        >
          {t("sessions.endOthers")}
        </Button>
      ) : (
        <p className="mt-3 text-muted">{sessions === undefined ? null : t("sessions.none")}</p>
      )}
      <Refusal error={write.error} />
    </Section>
  );
}
