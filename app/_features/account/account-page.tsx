"use client";
import { usePathname, useRouter, useSearchParams } from "next/navigation";
import type { ReactNode } from "react";
import { SkeletonLines } from "#app/_components/skeleton.tsx";
import { Tabs } from "#app/_components/tabs.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useRights } from "#app/_lib/use-rights.ts";
import { AccessTab } from "./access-tab.tsx";
import { AuditTab } from "./audit-tab.tsx";
import { OwnTab } from "./own-tab.tsx";
import { PeopleTab } from "./people-tab.tsx";
import { SessionsTab } from "./sessions-tab.tsx";
import { TokensTab } from "./tokens-tab.tsx";
import { accountWords } from "./words.ts";

const panels = {
  own: OwnTab,
  access: AccessTab,
  people: PeopleTab,
  sessions: SessionsTab,
  tokens: TokensTab,
  audit: AuditTab,
} as const satisfies Readonly<Record<string, () => ReactNode>>;
type Name = keyof typeof panels;

const everybodys: readonly Name[] = ["own", "access", "sessions", "tokens"];

/** What belongs to no project: who may sign in and how. Which tab is open stands in the address. */
export function AccountPage() {
  const t = useT(accountWords);
  const router = useRouter();
  const pathname = usePathname();
  const wanted = useSearchParams().get("tab");
  const { isKnown, isOwner, canWrite } = useRights();
  const names = (Object.keys(panels) as Name[]).filter(
    (name) =>
      everybodys.includes(name) || (name === "people" && canWrite) || (name === "audit" && isOwner),
  );
  return (
    <div className="mx-auto flex h-full min-h-0 w-full max-w-240 flex-col pt-3">
      <h1 className="px-4 pb-2 text-xl font-semibold">{t("title")}</h1>
      {isKnown ? (
        <Tabs
          label={t("tabs")}
          value={names.find((name) => name === wanted) ?? "own"}
          onValueChange={(name) => router.replace(`${pathname}?tab=${name}`)}
          className="min-h-0 flex-1"
          panelClassName="scroll-thin px-4 py-4"
          tabs={names.map((value) => {
            const Panel = panels[value];
            return { value, label: t(`tab.${value}`), content: <Panel /> };
          })}
        />
      ) : (
        <SkeletonLines count={8} />
      )}
    </div>
  );
}
