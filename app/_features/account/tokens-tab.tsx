"use client";
import { useState, type FormEvent } from "react";
import { newTokenSchema } from "#server/contracts/accounts.ts";
import { Button } from "#app/_components/button.tsx";
import { Field, Input } from "#app/_components/field.tsx";
import { Select } from "#app/_components/select.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useRights } from "#app/_lib/use-rights.ts";
import { Refusal, Section } from "./section.tsx";
import { ShownSecret } from "./shown-secret.tsx";
import { TokenList } from "./token-list.tsx";
import { useAccountWrite } from "./use-account.ts";
import { accountWords } from "./words.ts";

const lifetimes = ["30", "90", "365", "forever"] as const;

/** Bearer tokens of one's own. */
export function TokensTab() {
  const t = useT(accountWords);
  const { canMaintain } = useRights();
  return (
    <Section title={t("tokens.title")} text={t("tokens.text")}>
      {canMaintain ? <NewToken /> : <p className="text-muted">{t("tokens.notAllowed")}</p>}
      <TokenList />
    </Section>
  );
}

function NewToken() {
  const t = useT(accountWords);
  const make = useAccountWrite(newTokenSchema);
  const [name, setName] = useState("");
  const [days, setDays] = useState<(typeof lifetimes)[number]>("90");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const body = {
      name: name.trim(),
      ...(days === "forever" ? {} : { expiresInDays: Number(days) }),
    };
    make.mutate({ method: "post", path: "/tokens", body }, { onSuccess: () => setName("") });
  };
  return (
    <>
      <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
        <Field label={t("tokens.newName")}>
          {(parts) => (
            <Input
              {...parts}
              maxLength={60}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <Field label={t("tokens.days")}>
          {(parts) => (
            <Select
              {...parts}
              value={days}
              options={lifetimes.map((value) => ({ value, label: t(`tokens.days.${value}`) }))}
              onValueChange={setDays}
            />
          )}
        </Field>
        <Button type="submit" look="filled" disabled={name.trim() === "" || make.isPending}>
          {t("tokens.make")}
        </Button>
      </form>
      {make.data === undefined ? null : (
        <ShownSecret label={t("tokens.label")} hint={t("invite.once")} value={make.data.token} />
      )}
      <Refusal error={make.error} />
    </>
  );
}
