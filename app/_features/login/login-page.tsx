"use client";
import { useLayoutEffect, useRef, useState, type ReactNode } from "react";
import { cn } from "#app/_components/class-names.ts";
import { anythingSchema, api } from "#app/_lib/api.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { JoinForm } from "./join-form.tsx";
import { safeNext, secretInHash } from "./login-target.ts";
import { PasswordForm } from "./password-form.tsx";
import { problemOf, type Problem } from "./problem.ts";
import { TokenForm } from "./token-form.tsx";
import { loginWords } from "./words.ts";

type SignIn = Readonly<Record<string, string>>;

type Asked =
  | { kind: "unknown" | "form" }
  /** Signed in by a link; a link that fails leaves the form. */
  | { kind: "link" }
  | { kind: "invitation"; secret: string };

export function LoginPage() {
  const t = useT(loginWords);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  // What the address asks for is after its #, which only the browser knows: until then nothing is seen.
  const [asked, setAsked] = useState<Asked>({ kind: "unknown" });
  const hasTried = useRef(false);
  const signIn = async (body: SignIn, isLink = false) => {
    setIsBusy(true);
    setProblem(null);
    try {
      await api.post("/login", body, anythingSchema);
      window.location.replace(safeNext(window.location.search));
    } catch (error) {
      setProblem(problemOf(error, isLink));
      if (isLink) setAsked({ kind: "form" });
      setIsBusy(false);
    }
  };
  useLayoutEffect(() => {
    // Once: a link can be used once, and effects run twice in development.
    if (hasTried.current) return;
    hasTried.current = true;
    const found = secretInHash(window.location.hash);
    if (found === null) {
      setAsked({ kind: "form" });
      return;
    }
    window.history.replaceState(null, "", window.location.pathname + window.location.search);
    if (found.kind === "invitation") {
      setAsked({ kind: "invitation", secret: found.secret });
      return;
    }
    setAsked({ kind: "link" });
    void signIn({ token: found.secret }, true);
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
    <main
      className={cn(
        "mx-auto flex min-h-dvh max-w-104 flex-col justify-center gap-5 px-4 py-8",
        asked.kind === "unknown" && "invisible",
      )}
    >
      <h1 className="text-xl font-semibold">{t(asked.kind === "invitation" ? "join" : "title")}</h1>
      {notes}
      {asked.kind === "link" ? null : asked.kind !== "invitation" ? (
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
        <JoinForm
          isBusy={isBusy}
          onSubmit={(body) => void signIn({ ...body, invitation: asked.secret })}
        />
      )}
    </main>
  );
}
