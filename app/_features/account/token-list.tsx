"use client";
import { Button } from "#app/_components/button.tsx";
import { Table, Td, Th } from "#app/_components/table.tsx";
import { TimeAgo } from "#app/_components/time-ago.tsx";
import { anythingSchema } from "#app/_lib/api.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useFormat } from "#app/_lib/use-format.ts";
import { Refusal } from "./section.tsx";
import { useAccountWrite, useTokens } from "./use-account.ts";
import { accountWords } from "./words.ts";

/** One's tokens that still work. */
export function TokenList() {
  const t = useT(accountWords);
  const format = useFormat();
  const { data: tokens } = useTokens();
  const write = useAccountWrite(anythingSchema);
  if (tokens === undefined) return null;
  if (tokens.length === 0) return <p className="mt-4 text-muted">{t("tokens.none")}</p>;
  return (
    <div className="mt-4">
      <Table label={t("tokens.list")}>
        <thead>
          <tr>
            <Th>{t("tokens.name")}</Th>
            <Th>{t("tokens.used")}</Th>
            <Th>{t("tokens.expires")}</Th>
            <Th>
              <span className="sr-only">{t("tokens.removal")}</span>
            </Th>
          </tr>
        </thead>
        <tbody>
          {tokens.map(({ id, name, lastUsedAt, expiresAt }) => (
            <tr key={id}>
              <Td>{name}</Td>
              <Td className="whitespace-nowrap">
                {lastUsedAt === null ? t("tokens.never") : <TimeAgo at={lastUsedAt} />}
              </Td>
              <Td className="whitespace-nowrap">
                {expiresAt === null ? t("tokens.forever") : format.exact(expiresAt)}
              </Td>
              <Td className="text-right">
                <Button
                  size="small"
                  look="danger"
                  aria-label={t("tokens.revokeOf", { name })}
                  onClick={() => write.mutate({ method: "delete", path: `/tokens/${id}` })}
                >
                  {t("tokens.revoke")}
                </Button>
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
      <Refusal error={write.error} />
    </div>
  );
}
