"use client";
import { useEffect, useRef, useState, type FormEvent } from "react";
import { Button } from "#app/_components/button.tsx";
import { Field, Input } from "#app/_components/field.tsx";
import { ApiError } from "#app/_lib/api-error.ts";
import { anythingSchema, api } from "#app/_lib/api.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { safeNext, tokenInHash } from "./login-target.ts";
import { loginWords } from "./words.ts";

type Problem = "expired" | "wrong" | "limited" | "network";

function problemOf(error: unknown, isLink: boolean): Problem {
  if (error instanceof ApiError && error.status === 429) return "limited";
  if (error instanceof ApiError && error.status === 0) return "network";
  return isLink ? "expired" : "wrong";
}

export function LoginPage() {
  const t = useT(loginWords);
  const [token, setToken] = useState("");
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const hasTried = useRef(false);
  const signIn = async (secret: string, isLink: boolean) => {
    setIsBusy(true);
    setProblem(null);
    try {
      await api.post("/login", { token: secret }, anythingSchema);
      window.location.replace(safeNext(window.location.search));
    } catch (error) {
      setProblem(problemOf(error, isLink));
      setIsBusy(false);
    }
  };
  useEffect(() => {
    const secret = tokenInHash(window.location.hash);
    // Once: a link can be used once, and effects run twice in development.
    if (secret === null || hasTried.current) return;
    hasTried.current = true;
    window.history.replaceState(null, "", window.location.pathname + window.location.search);
    void signIn(secret, true);
  }, []);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (token.trim() !== "") void signIn(token.trim(), false);
  };
  return (
    <main className="mx-auto flex min-h-dvh max-w-104 flex-col justify-center gap-5 px-4 py-8">
      <h1 className="text-xl font-semibold">{t("title")}</h1>
      {isBusy ? (
        <p role="status" className="text-muted">
          {t("working")}
        </p>
      ) : null}
      {problem ? (
        <p role="alert" className="rounded border border-red bg-red-tint px-3 py-2 text-red">
          {t(problem)}
        </p>
      ) : null}
      <section aria-labelledby="how" className="flex flex-col gap-2">
        <h2 id="how" className="font-medium">
          {t("howTitle")}
        </h2>
        <p className="text-muted">{t("how")}</p>
        <code className="rounded border bg-surface px-3 py-2 font-mono">npx signalbox link</code>
      </section>
      <form onSubmit={onSubmit} className="flex flex-col gap-3 border-t pt-4">
        <Field label={t("token")} hint={t("tokenHint")}>
          {(parts) => (
            <Input
              {...parts}
              type="password"
              autoComplete="current-password"
              value={token}
              onChange={(event) => setToken(event.target.value)}
              className="h-9"
            />
          )}
        </Field>
        <Button
          type="submit"
          look="filled"
          size="medium"
          disabled={isBusy || token.trim() === ""}
          className="h-9"
        >
          {t("submit")}
        </Button>
      </form>
    </main>
  );
}
