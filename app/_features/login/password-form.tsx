"use client";
import { useState } from "react";
import { Button } from "#app/_components/button.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { LoginField } from "./login-field.tsx";
import { loginWords } from "./words.ts";

/** Signing in by name. */
export function PasswordForm({
  isBusy,
  onSubmit,
}: {
  isBusy: boolean;
  onSubmit: (body: { name: string; password: string }) => void;
}) {
  const t = useT(loginWords);
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const isReady = name.trim() !== "" && password !== "";
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) onSubmit({ name: name.trim(), password });
      }}
    >
      <LoginField
        label={t("name")}
        autoComplete="username"
        autoCapitalize="none"
        maxLength={60}
        value={name}
        onChange={setName}
      />
      <LoginField
        label={t("password")}
        type="password"
        autoComplete="current-password"
        maxLength={200}
        value={password}
        onChange={setPassword}
      />
      <Button type="submit" look="filled" disabled={isBusy || !isReady} className="h-9">
        {t("submit")}
      </Button>
    </form>
  );
}
