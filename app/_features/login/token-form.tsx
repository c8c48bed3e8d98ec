"use client";
import { useState } from "react";
import { Button } from "#app/_components/button.tsx";
import { Field, Input } from "#app/_components/field.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { loginWords } from "./words.ts";

/** Signing in with a token: the first owner's way in. */
export function TokenForm({
  isBusy,
  onSubmit,
}: {
  isBusy: boolean;
  onSubmit: (token: string) => void;
}) {
  const t = useT(loginWords);
  const [token, setToken] = useState("");
  const trimmed = token.trim();
  return (
    <form
      className="flex flex-col gap-3 border-t pt-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (trimmed !== "") onSubmit(trimmed);
      }}
    >
      <Field label={t("token")} hint={t("tokenHint")}>
        {(parts) => (
          <Input
            {...parts}
            type="password"
            autoComplete="off"
            value={token}
            onChange={(event) => setToken(event.target.value)}
            className="h-9"
          />
        )}
      </Field>
      <Button type="submit" disabled={isBusy || trimmed === ""} className="h-9">
        {t("tokenSubmit")}
      </Button>
    </form>
  );
}
