"use client";
import { Check, CircleDashed, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { System } from "#server/contracts/project.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useSystem } from "#app/_lib/queries.ts";
import { homeWords } from "./words.ts";

type Mood = "good" | "bad" | "unknown";

const icons: Record<Mood, ReactNode> = {
  good: <Check size={15} className="text-green" aria-hidden />,
  bad: <TriangleAlert size={15} className="text-amber" aria-hidden />,
  unknown: <CircleDashed size={15} className="text-muted" aria-hidden />,
};

function Fact({ name, mood, children }: { name: string; mood: Mood; children: ReactNode }) {
  return (
    <div className="flex min-h-8 items-center gap-3 px-3 py-1">
      <dt className="flex w-28 shrink-0 items-center gap-2 font-medium">
        {icons[mood]}
        {name}
      </dt>
      <dd className="min-w-0 flex-1 text-muted">{children}</dd>
    </div>
  );
}

/** Version, login and its method, git; asked again on focus and every 30 s. */
export function FoundList() {
  const t = useT(homeWords);
  const { data: system } = useSystem();
  const claude = system?.claude ?? null;
  return (
    <section aria-labelledby="found">
      <h2 id="found" className="mb-1 font-medium">
        {t("found.title")}
      </h2>
      <dl aria-live="polite" className="divide-y divide-(--line) rounded-lg border bg-surface">
        <Claude claude={claude} isKnown={system !== undefined} />
        <Fact
          name={t("found.git")}
          mood={system ? (system.git.version ? "good" : "bad") : "unknown"}
        >
          {system ? (system.git.version ?? t("found.missing")) : t("found.searching")}
        </Fact>
        <Fact
          name={t("found.engine")}
          mood={system ? (system.engine.alive ? "good" : "unknown") : "unknown"}
        >
          {system?.engine.alive ? t("found.alive") : t("found.down")}
        </Fact>
      </dl>
      {claude?.remedy ? (
        <p className="mt-2 flex flex-wrap items-center gap-2">
          {t("found.mend")}
          <code className="rounded border bg-surface px-2 py-0.5 font-mono">{claude.remedy}</code>
          <span className="text-muted">{t("found.withoutClaude")}</span>
        </p>
      ) : null}
      <p className="mt-1 text-sm text-muted">{t("found.again")}</p>
    </section>
  );
}

function Claude({ claude, isKnown }: { claude: System["claude"]; isKnown: boolean }) {
  const t = useT(homeWords);
  if (!claude)
    return (
      <Fact name={t("found.claude")} mood="unknown">
        {isKnown ? t("found.searching") : "…"}
      </Fact>
    );
  const isThere = claude.support === "ok" || claude.support === "warn";
  return (
    <>
      <Fact name={t("found.claude")} mood={isThere ? "good" : "bad"}>
        {claude.support === "missing"
          ? t("found.missing")
          : `${claude.version ?? "?"} · ${claude.path ?? ""}`}
      </Fact>
      {claude.support === "missing" ? null : (
        <Fact name={t("found.login")} mood={claude.loggedIn ? "good" : "bad"}>
          {claude.loggedIn
            ? t("found.loggedIn", { method: claude.authMethod ?? "?" })
            : t("found.loggedOut")}
        </Fact>
      )}
    </>
  );
}
