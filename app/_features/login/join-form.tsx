"use client";
import { useState } from "react";
import { handleSchema, passwordSchema } from "#server/contracts/accounts.ts";
import { Button } from "#app/_components/button.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { handleOf } from "./handle-of.ts";
import { LoginField } from "./login-field.tsx";
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
      <LoginField
        label={t("joinName")}
        hint={t("joinNameHint")}
        autoComplete="name"
        maxLength={60}
        value={name}
        onChange={setName}
      />
      <LoginField
        label={t("joinHandle")}
        hint={t("joinHandleHint", { handle: handle || "ada" })}
        autoComplete="username"
        autoCapitalize="none"
        maxLength={39}
        value={chosen ?? handleOf(name)}
        onChange={setChosen}
      />
      <LoginField
        label={t("joinPassword")}
        hint={t("joinPasswordHint")}
        type="password"
        autoComplete="new-password"
        maxLength={200}
        value={password}
        onChange={setPassword}
      />
      <Button type="submit" look="filled" disabled={isBusy || !isReady} className="h-9">
        {t("joinSubmit")}
      </Button>
    </form>
  );
}
