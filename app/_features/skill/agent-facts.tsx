"use client";
import { useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { permissionLevels } from "#server/contracts/words.ts";
import type { AgentSummary, Skill } from "#server/contracts/skill.ts";
import { Button } from "#app/_components/button.tsx";
import { ForWriters } from "#app/_components/for-writers.tsx";
import { notify } from "#app/_components/toast.tsx";
import { anythingSchema, api, projectPath } from "#app/_lib/api.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { queryKeys } from "#app/_lib/query-keys.ts";
import { useFormat } from "#app/_lib/use-format.ts";
import { SkillHistory } from "./skill-history.tsx";
import { skillWords } from "./words.ts";

export interface AgentFactsProps {
  slug: string;
  agent: AgentSummary;
  skill: Skill;
  onRestore: ((content: string) => void) | null;
}

/** Beside the text: what starts it, what it may, how it did. */
export function AgentFacts({ slug, agent, skill, onRestore }: AgentFactsProps) {
  const t = useT(skillWords);
  const format = useFormat();
  const level = permissionLevels.find((word) => word === agent.level);
  const { allowedTools, disallowedTools } = skill.frontMatter;
  const heading = "mb-0.5 text-sm font-medium text-muted";
  return (
    <aside className="scroll-thin flex flex-col gap-4 overflow-y-auto border-l p-3 max-lg:border-t max-lg:border-l-0 lg:w-72 lg:shrink-0">
      <section>
        <h2 className={heading}>{t("startsWhen")}</h2>
        {agent.startsWhen.length === 0 ? <p className="text-muted">{t("startsNever")}</p> : null}
        <ul className="flex flex-col gap-1">
          {agent.startsWhen.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
        <Link href={`/p/${slug}/automations`} className="text-sm text-accent underline">
          {t("automations")}
        </Link>
      </section>
      <section>
        <h2 className={heading}>{t("may")}</h2>
        <p>{level === undefined ? agent.level : t(`level.${level}`)}</p>
        {allowedTools === undefined || allowedTools.length === 0 ? null : (
          <p className="font-mono text-sm break-words">{allowedTools.join(" · ")}</p>
        )}
        {disallowedTools === undefined || disallowedTools.length === 0 ? null : (
          <p className="text-sm">
            {t("denied")}:{" "}
            <span className="font-mono break-words">{disallowedTools.join(" · ")}</span>
          </p>
        )}
      </section>
      <section>
        <h2 className={heading}>{t("record")}</h2>
        {agent.runs === 0 ? (
          <p className="text-muted">{t("record.none")}</p>
        ) : (
          <ul>
            <li>{t("record.runs", { count: agent.runs })}</li>
            {agent.successRate === null ? null : (
              <li>{t("record.success", { share: format.percent(agent.successRate) })}</li>
            )}
            {agent.averageCostUsd === null ? null : (
              <li>{t("record.cost", { cost: format.money(agent.averageCostUsd) })}</li>
            )}
          </ul>
        )}
      </section>
      <section className="text-sm">
        <h2 className={heading}>{t("version", { version: skill.version })}</h2>
        <p className="font-mono break-all text-muted">{skill.path}</p>
      </section>
      <SkillHistory slug={slug} agent={agent.agent} version={skill.version} onRestore={onRestore} />
      <ForWriters>
        <HoldButton slug={slug} agent={agent} />
      </ForWriters>
    </aside>
  );
}

function HoldButton({ slug, agent }: { slug: string; agent: AgentSummary }) {
  const t = useT(skillWords);
  const client = useQueryClient();
  const hold = async () => {
    await api
      .post(
        `${projectPath(slug)}/agents/${encodeURIComponent(agent.agent)}/hold`,
        { paused: !agent.isHeld },
        anythingSchema,
      )
      .catch((error: unknown) =>
        notify({
          kind: "error",
          text: t("hold.failed"),
          detail: error instanceof Error ? error.message : String(error),
        }),
      );
    await client.invalidateQueries({ queryKey: queryKeys.skills(slug) });
  };
  return (
    <div>
      <Button size="small" onClick={() => void hold()}>
        {t(agent.isHeld ? "release" : "hold")}
      </Button>
      <p className="mt-1 text-sm text-muted">{agent.isHeld ? null : t("hold.hint")}</p>
    </div>
  );
}
