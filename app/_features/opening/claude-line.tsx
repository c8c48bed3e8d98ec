"use client";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useSystem } from "#app/_lib/queries.ts";
import { openingWords } from "./words.ts";

/** Version, login, who pays; it decides nothing here. */
export function ClaudeLine() {
  const t = useT(openingWords);
  const { data: system } = useSystem();
  const claude = system?.claude ?? null;
  const version = claude?.version ?? "?";
  const isMissing =
    claude !== null && (claude.support === "missing" || claude.support === "refused");
  const text =
    claude === null
      ? t("claudeUnknown")
      : isMissing
        ? t("claudeMissing")
        : claude.loggedIn
          ? t("claudeReady", { version, method: claude.authMethod ?? "?" })
          : t("claudeOut", { version });
  return (
    <p>
      <span className="mr-2 font-medium">{t("claude")}</span>
      <span className={claude?.loggedIn && !isMissing ? "text-muted" : "text-amber"}>{text}</span>
      {claude?.remedy ? (
        <code className="ml-2 rounded border bg-surface px-1.5 font-mono text-sm">
          {claude.remedy}
        </code>
      ) : null}
    </p>
  );
}
