"use client";
import type { FolderInspection } from "#server/contracts/project.ts";
import { Checkbox } from "#app/_components/field.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { starters, type Answers } from "./answers.ts";
import { openingWords } from "./words.ts";

/** What was found in `.agents`; without it the starter kit (ux 1). */
export function AgentsAnswer({
  inspection,
  answers,
  onChange,
}: {
  inspection: FolderInspection;
  answers: Answers;
  onChange: (part: Partial<Answers>) => void;
}) {
  const t = useT(openingWords);
  if (inspection.hasAgents) {
    return (
      <div className="flex flex-col gap-2 rounded-lg border bg-surface p-3">
        <p className="text-sm text-muted">{t("agentsFound")}</p>
        {inspection.isOlderBoard ? <p className="text-amber">{t("olderBoard")}</p> : null}
        <ul className="flex flex-wrap gap-x-4 gap-y-1">
          {inspection.skills.map((skill) => (
            <li key={skill.path} title={skill.path}>
              {skill.agent}
              {skill.type ? <span className="text-muted"> {skill.type}</span> : null}
            </li>
          ))}
        </ul>
        <p>{t("automationsFound", { count: inspection.automations.length })}</p>
        <ul className="text-muted">
          {inspection.automations.map((automation) => (
            <li key={automation.id}>
              {automation.name}
              {automation.enabled ? null : ` (${t("automationOff")})`}
            </li>
          ))}
        </ul>
        {inspection.automationProblems.length > 0 ? (
          <div className="text-amber">
            <p>{t("problems")}</p>
            <ul className="list-disc pl-5">
              {inspection.automationProblems.map((problem) => (
                <li key={problem}>{problem}</li>
              ))}
            </ul>
          </div>
        ) : null}
      </div>
    );
  }
  return (
    <>
      <p className="text-sm text-muted">{t("agentsNone")}</p>
      {starters.map((starter) => (
        <Checkbox
          key={starter}
          label={t(starter)}
          checked={answers.starters.includes(starter)}
          onChange={(event) =>
            onChange({
              starters: starters.filter((other) =>
                other === starter ? event.target.checked : answers.starters.includes(other),
              ),
            })
          }
        />
      ))}
    </>
  );
}
