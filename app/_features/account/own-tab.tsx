"use client";
import { useState, type FormEvent } from "react";
import { z } from "zod";
import type { Me } from "#server/contracts/project.ts";
import { Button } from "#app/_components/button.tsx";
import { Field, Input } from "#app/_components/field.tsx";
import { ApiError } from "#app/_lib/api-error.ts";
import { anythingSchema } from "#app/_lib/api.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useMe } from "#app/_lib/queries.ts";
import { Refusal, Section } from "./section.tsx";
import { useAccountWrite } from "./use-account.ts";
import { accountWords } from "./words.ts";

const endedSchema = z.object({ endedSessions: z.number() });

/** One's own name and password. */
export function OwnTab() {
  const { data: me } = useMe();
  if (me === undefined) return null;
  return (
    <>
      <NameForm me={me} />
      <PasswordForm me={me} />
    </>
  );
}

function NameForm({ me }: { me: Me }) {
  const t = useT(accountWords);
  const write = useAccountWrite(anythingSchema);
  const [name, setName] = useState(me.name);
  const trimmed = name.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    write.mutate({ method: "patch", path: "/me", body: { name: trimmed } });
  };
  return (
    <Section title={t("own.title")}>
      <form onSubmit={submit} className="flex max-w-104 flex-col gap-2">
        <Field label={t("own.name")} hint={t("own.nameHint", { handle: me.slug })}>
          {(parts) => (
            <Input
              {...parts}
              maxLength={60}
              autoComplete="name"
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <div className="flex items-center gap-2">
          <Button type="submit" disabled={trimmed === "" || trimmed === me.name}>
            {t("own.save")}
          </Button>
          <span role="status" className="text-sm text-muted">
            {write.isSuccess && trimmed === me.name ? t("saved") : null}
          </span>
        </div>
        <Refusal error={write.error} />
      </form>
    </Section>
  );
}

function PasswordForm({ me }: { me: Me }) {
  const t = useT(accountWords);
  const write = useAccountWrite(endedSchema);
  const [current, setCurrent] = useState("");
  const [password, setPassword] = useState("");
  const isWrong = write.error instanceof ApiError && write.error.code === "PASSWORD_WRONG";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const body = { password, ...(me.hasPassword ? { current } : {}) };
    write.mutate(
      { method: "put", path: "/me/password", body },
      {
        onSuccess: () => {
          setCurrent("");
          setPassword("");
        },
      },
    );
  };
  return (
    <Section
      title={t("own.password")}
      text={me.hasPassword ? t("own.passwordText") : t("own.noPassword")}
    >
      <form onSubmit={submit} className="flex max-w-104 flex-col gap-2">
        <input type="hidden" autoComplete="username" value={me.slug} readOnly />
        {me.hasPassword ? (
          <Field label={t("own.current")} error={isWrong ? t("own.wrong") : undefined}>
            {(parts) => (
              <Input
                {...parts}
                type="password"
                autoComplete="current-password"
                value={current}
                onChange={(event) => setCurrent(event.target.value)}
              />
            )}
          </Field>
        ) : null}
        <Field label={t("own.new")} hint={t("own.newHint")}>
          {(parts) => (
            <Input
              {...parts}
              type="password"
              autoComplete="new-password"
              maxLength={200}
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          )}
        </Field>
        <div>
          <Button
            type="submit"
            disabled={write.isPending || password.length < 10 || (me.hasPassword && current === "")}
          >
            {t("own.set")}
          </Button>
        </div>
        <p role="status" className="text-sm text-muted">
          {write.isSuccess ? t("own.done", { count: write.data.endedSessions }) : null}
        </p>
        {isWrong ? null : <Refusal error={write.error} />}
      </form>
    </Section>
  );
}
