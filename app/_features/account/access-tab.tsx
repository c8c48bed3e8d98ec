"use client";
import { useEffect, useState } from "react";
import { loginLinkSchema } from "#server/contracts/accounts.ts";
import { Button } from "#app/_components/button.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useRights } from "#app/_lib/use-rights.ts";
import { Refusal, Section } from "./section.tsx";
import { ShownSecret } from "./shown-secret.tsx";
import { useAccountWrite } from "./use-account.ts";
import { WhoPays } from "./who-pays.tsx";
import { accountWords } from "./words.ts";

/** Where Signalbox is reached, how another device comes in, and whose money agents spend. */
export function AccessTab() {
  const t = useT(accountWords);
  const { canWrite } = useRights();
  const link = useAccountWrite(loginLinkSchema);
  const [origin, setOrigin] = useState("");
  useEffect(() => setOrigin(window.location.origin), []);
  return (
    <>
      <Section title={t("access.address")} text={t("access.addressText")}>
        <code className="font-mono break-all">{origin}</code>
      </Section>
      <Section title={t("access.link")} text={t("access.linkText")}>
        <Button
          disabled={link.isPending}
          onClick={() => link.mutate({ method: "post", path: "/login-links" })}
        >
          {t("access.makeLink")}
        </Button>
        {link.data === undefined ? null : (
          <ShownSecret label={t("access.linkLabel")} value={`${origin}${link.data.path}`} />
        )}
        <Refusal error={link.error} />
      </Section>
      {canWrite ? <WhoPays /> : null}
    </>
  );
}
