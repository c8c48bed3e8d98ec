"use client";
import { useState } from "react";
import { handleSchema, passwordSchema } from "#server/contracts/accounts.ts";
import { Button } from "#app/_components/button.tsx";
import { Field, Input } from "#app/_components/field.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { handleOf } from "./handle-of.ts";
import { loginWords } from "./words.ts";

/** What an invitation still needs: a name, a handle that follows it until it is changed, a password. */
export function JoinForm({
  isBusy,
  onSubmit,
}: {
  isBusy: boolean;
  onSubmit: (body: { name: string; handle: string; password: string }) => void;
}) {
  const t = useT(loginWords);
  const [name, setName] = useState("");
  const [chosen, setChosen] = useState<string | null>(null);
  const [password, setPassword] = useState("");
  const handle = (chosen ?? handleOf(name)).trim().toLowerCase();
  const isReady =
    name.trim() !== "" &&
    handleSchema.safeParse(handle).success &&
    passwordSchema.safeParse(password).success;
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) onSubmit({ name: name.trim(), handle, password });
      }}
    >
      <p className="text-muted">{t("joinText")}</p>
      <Field label={t("joinName")} hint={t("joinNameHint")}>
        {(parts) => (
          <Input
            {...parts}
            autoComplete="name"
            maxLength={60}
            value={name}
            onChange={(event) => setName(event.target.value)}
            className="h-9"
          />
        )}
      </Field>
      <Field label={t("joinHandle")} hint={t("joinHandleHint", { handle: handle || "ada" })}>
        {(parts) => (
          <Input
            {...parts}
            autoComplete="username"
            autoCapitalize="none"
            maxLength={39}
            value={chosen ?? handleOf(name)}
            onChange={(event) => setChosen(event.target.value)}
            className="h-9"
          />
        )}
      </Field>
      <Field label={t("joinPassword")} hint={t("joinPasswordHint")}>
        {(parts) => (
          <Input
            {...parts}
            type="password"
            autoComplete="new-password"
            maxLength={200}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            className="h-9"
          />
        )}
      </Field>
      <Button type="submit" look="filled" disabled={isBusy || !isReady} className="h-9">
        {t("joinSubmit")}
      </Button>
    </form>
  );
}
