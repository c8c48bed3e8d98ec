"use client";
import { useRouter, useSearchParams } from "next/navigation";
import { useCallback, useRef, useState } from "react";
import { Button } from "#app/_components/button.tsx";
import { Dialog } from "#app/_components/dialog.tsx";
import { EmptyState } from "#app/_components/empty-state.tsx";
import { ErrorState } from "#app/_components/error-state.tsx";
import { SkeletonLines } from "#app/_components/skeleton.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useRights } from "#app/_lib/use-rights.ts";
import { AgentList } from "./agent-list.tsx";
import { NewAgentDialog } from "./new-agent-dialog.tsx";
import { SkillEditor } from "./skill-editor.tsx";
import { useAgents, useSkill } from "./use-skills.ts";
import { skillWords } from "./words.ts";

/** Agents of a project: left the list, right the chosen one. Which one is open stands in the address. */
export function AgentsPage({ slug }: { slug: string }) {
  const t = useT(skillWords);
  const { isLooker } = useRights();
  const agents = useAgents(slug);
  const router = useRouter();
  const wanted = useSearchParams().get("agent");
  const [isMaking, setMaking] = useState(false);
  const [leavingTo, setLeavingTo] = useState<string | null>(null);
  const isDirty = useRef(false);
  const onDirty = useCallback((next: boolean) => {
    isDirty.current = next;
  }, []);
  const open = (agent: string) =>
    router.replace(`/p/${slug}/agents?agent=${encodeURIComponent(agent)}`);
  if (agents.isError)
    return <ErrorState error={agents.error} onRetry={() => void agents.refetch()} />;
  if (agents.data === undefined)
    return (
      <div className="p-4">
        <SkeletonLines count={8} />
      </div>
    );
  const selected = agents.data.find((agent) => agent.agent === wanted) ?? agents.data[0] ?? null;
  return (
    <div data-own-keys className="flex h-full min-h-0 max-md:flex-col">
      <AgentList
        agents={agents.data}
        selected={selected?.agent ?? null}
        onNew={isLooker ? null : () => setMaking(true)}
        onSelect={(agent) => {
          if (agent === selected?.agent) return;
          if (isDirty.current) setLeavingTo(agent);
          else open(agent);
        }}
      />
      {selected === null ? (
        <EmptyState
          className="flex-1"
          title={t("none")}
          action={
            isLooker ? null : (
              <Button look="filled" onClick={() => setMaking(true)}>
                {t("newAgent")}
              </Button>
            )
          }
        >
          {t("noneHint")}
        </EmptyState>
      ) : (
        <OpenAgent key={selected.agent} slug={slug} agent={selected} onDirty={onDirty} />
      )}
      {isMaking ? (
        <NewAgentDialog
          slug={slug}
          agents={agents.data}
          onClose={() => setMaking(false)}
          onMade={open}
        />
      ) : null}
      <Dialog
        open={leavingTo !== null}
        onOpenChange={(isOpen) => {
          if (!isOpen) setLeavingTo(null);
        }}
        title={t("leave.title")}
        description={t("leave.text", { agent: selected?.agent ?? "" })}
        actions={
          <>
            <Button onClick={() => setLeavingTo(null)}>{t("leave.stay")}</Button>
            <Button
              look="danger"
              onClick={() => {
                if (leavingTo !== null) open(leavingTo);
                setLeavingTo(null);
              }}
            >
              {t("leave.leave")}
            </Button>
          </>
        }
      />
    </div>
  );
}

function OpenAgent({
  slug,
  agent,
  onDirty,
}: Pick<React.ComponentProps<typeof SkillEditor>, "slug" | "agent" | "onDirty">) {
  const skill = useSkill(slug, agent.agent);
  if (skill.data !== undefined)
    return <SkillEditor slug={slug} agent={agent} skill={skill.data} onDirty={onDirty} />;
  if (skill.isError)
    return (
      <ErrorState className="flex-1" error={skill.error} onRetry={() => void skill.refetch()} />
    );
  return (
    <div className="flex-1 p-4">
      <SkeletonLines count={8} />
    </div>
  );
}
