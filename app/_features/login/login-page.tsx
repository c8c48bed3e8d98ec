"use client";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { anythingSchema, api } from "#app/_lib/api.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { JoinForm } from "./join-form.tsx";
import { safeNext, secretInHash } from "./login-target.ts";
import { PasswordForm } from "./password-form.tsx";
import { problemOf, type Problem } from "./problem.ts";
import { TokenForm } from "./token-form.tsx";
import { loginWords } from "./words.ts";

type SignIn = Readonly<Record<string, string>>;

export function LoginPage() {
  const t = useT(loginWords);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [invitation, setInvitation] = useState<string | null>(null);
  const hasTried = useRef(false);
  const signIn = async (body: SignIn, isLink = false) => {
    setIsBusy(true);
    setProblem(null);
    try {
      await api.post("/login", body, anythingSchema);
      window.location.replace(safeNext(window.location.search));
    } catch (error) {
      setProblem(problemOf(error, isLink));
      setIsBusy(false);
    }
  };
  useEffect(() => {
    const found = secretInHash(window.location.hash);
    // Once: a link can be used once, and effects run twice in development.
    if (found === null || hasTried.current) return;
    hasTried.current = true;
    window.history.replaceState(null, "", window.location.pathname + window.location.search);
    if (found.kind === "invitation") setInvitation(found.secret);
    else void signIn({ token: found.secret }, true);
  }, []);
  const notes: ReactNode = (
    <>
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
    </>
  );
  return (
    <main className="mx-auto flex min-h-dvh max-w-104 flex-col justify-center gap-5 px-4 py-8">
      <h1 className="text-xl font-semibold">{t(invitation === null ? "title" : "join")}</h1>
      {notes}
      {invitation === null ? (
        <>
          <PasswordForm isBusy={isBusy} onSubmit={(body) => void signIn(body)} />
          <section aria-labelledby="how" className="flex flex-col gap-2 border-t pt-4">
            <h2 id="how" className="font-medium">
              {t("howTitle")}
            </h2>
            <p className="text-muted">{t("how")}</p>
            <code className="rounded border bg-surface px-3 py-2 font-mono">
              npx signalbox link
            </code>
          </section>
          <TokenForm isBusy={isBusy} onSubmit={(token) => void signIn({ token })} />
        </>
      ) : (
        <JoinForm isBusy={isBusy} onSubmit={(body) => void signIn({ ...body, invitation })} />
      )}
    </main>
  );
}
