"use client";
import Link from "next/link";
import { Button } from "#app/_components/button.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useSystem } from "#app/_lib/queries.ts";
import { DemoButton } from "./demo-button.tsx";
import { FoundList } from "./found-list.tsx";
import { homeWords } from "./words.ts";

/** An empty installation: what was found, and two ways on (ux 26, 37). */
export function FirstMinute() {
  const t = useT(homeWords);
  const { data: system } = useSystem();
  const canRun = system?.claude?.support === "ok" || system?.claude?.support === "warn";
  const isReady = canRun && system?.claude?.loggedIn === true;
  return (
    <div className="mx-auto flex max-w-160 flex-col gap-6 px-4 pt-[10vh] pb-8">
      <header>
        <h1 className="text-xl font-semibold">{t("first.title")}</h1>
        <p className="mt-1 text-lg text-muted">{t("first.text")}</p>
      </header>
      <FoundList />
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        <section className="flex flex-col items-start gap-2 rounded-lg border bg-surface p-4">
          <p className="flex-1 text-muted">{t("folderHint")}</p>
          <Button asChild look={isReady ? "filled" : "plain"}>
            <Link href="/open">{t("openFolder")}</Link>
          </Button>
        </section>
        <section className="flex flex-col items-start gap-2 rounded-lg border bg-surface p-4">
          <p className="flex-1 text-muted">{t("demoHint")}</p>
          <DemoButton look={isReady ? "plain" : "filled"} />
        </section>
      </div>
    </div>
  );
}
