"use client";
import { useState } from "react";
import { Button } from "#app/_components/button.tsx";
import { Field, Input } from "#app/_components/field.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
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
      <Field label={t("name")}>
        {(parts) => (
          <Input
            {...parts}
            autoComplete="username"
            autoCapitalize="none"
            maxLength={60}
            value={name}
            onChange={(event) => setName(event.target.value)}
            className="h-9"
          />
        )}
      </Field>
      <Field label={t("password")}>
        {(parts) => (
          <Input
            {...parts}
            type="password"
            autoComplete="current-password"
            maxLength={200}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            className="h-9"
          />
        )}
      </Field>
      <Button type="submit" look="filled" disabled={isBusy || !isReady} className="h-9">
        {t("submit")}
      </Button>
    </form>
  );
}
