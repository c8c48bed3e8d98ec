"use client";
import type { ImportReport } from "#server/contracts/import.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { importWords } from "./words.ts";

/** What the other engine remembered and where each automation that waits for events goes on. */
export function OldState({ report }: { report: ImportReport }) {
  const t = useT(importWords);
  const { found, cursors, unusedState, sessions } = report;
  const kept = [...unusedState, ...sessions.kept];
  if (found.state === null && cursors.length === 0) return null;
  return (
    <section aria-labelledby="import-state">
      <h2 id="import-state" className="mb-1 font-medium">
        {t("state")}
      </h2>
      <ul className="list-disc pl-5">
        {found.state ? <li>{t("stateSessions", { count: found.state.sessions })}</li> : null}
        {cursors.map(({ automation, from, commit }) => (
          <li key={automation}>
            {from === "commit"
              ? t("fromCommit", { automation, commit: commit?.slice(0, 8) ?? "" })
              : t("fromNow", { automation })}
          </li>
        ))}
        {kept.length > 0 ? <li>{t("stateKept", { keys: kept.join(", ") })}</li> : null}
      </ul>
    </section>
  );
}
