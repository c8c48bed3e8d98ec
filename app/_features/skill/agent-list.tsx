"use client";
import { Circle, Pause, Plus } from "lucide-react";
import { useState } from "react";
import type { AgentSummary } from "#server/contracts/skill.ts";
import { Button } from "#app/_components/button.tsx";
import { cn } from "#app/_components/class-names.ts";
import { Input } from "#app/_components/field.tsx";
import { ReadOnlyNote } from "#app/_components/for-writers.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useFormat } from "#app/_lib/use-format.ts";
import { useNow } from "#app/_lib/use-now.ts";
import { skillWords } from "./words.ts";

export interface AgentListProps {
  agents: readonly AgentSummary[];
  selected: string | null;
  onSelect: (agent: string) => void;
  /** Null: not for this person. */
  onNew: (() => void) | null;
}

export function AgentList({ agents, selected, onSelect, onNew }: AgentListProps) {
  const t = useT(skillWords);
  const [query, setQuery] = useState("");
  const shown = agents.filter((agent) =>
    `${agent.agent} ${agent.name} ${agent.type ?? ""}`.toLowerCase().includes(query.toLowerCase()),
  );
  return (
    <nav
      aria-label={t("list")}
      className="flex min-h-0 flex-col border-r bg-surface max-md:max-h-48 max-md:border-r-0 max-md:border-b md:w-60 md:shrink-0"
    >
      <div className="flex items-center gap-2 p-2">
        <h1 className="font-semibold">
          {t("agents")} <span className="text-muted">{agents.length}</span>
        </h1>
        <Input
          aria-label={t("search")}
          placeholder={t("search")}
          className="h-6 flex-1 text-sm"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
      </div>
      <ul className="scroll-thin min-h-0 flex-1 overflow-y-auto px-1">
        {shown.map((agent) => (
          <li key={agent.agent}>
            <button
              type="button"
              aria-current={agent.agent === selected}
              onClick={() => onSelect(agent.agent)}
              className={cn(
                "flex min-h-8 w-full items-center gap-1.5 rounded px-2 text-left hover:bg-hover",
                agent.agent === selected && "bg-accent-tint",
              )}
            >
              {agent.isHeld ? (
                <Pause size={12} className="text-amber" aria-hidden />
              ) : (
                <Circle size={9} className="text-muted" aria-hidden />
              )}
              <span className="min-w-0 flex-1 truncate font-medium">{agent.agent}</span>
              <AgentNote agent={agent} />
            </button>
          </li>
        ))}
      </ul>
      <div className="border-t p-2">
        {onNew === null ? (
          <ReadOnlyNote who="maintain" />
        ) : (
          <Button size="small" onClick={onNew}>
            <Plus size={13} aria-hidden />
            {t("newAgent")}
          </Button>
        )}
      </div>
    </nav>
  );
}

const idleAfterMs = 7 * 86_400_000;

function AgentNote({ agent }: { agent: AgentSummary }) {
  const t = useT(skillWords);
  const format = useFormat();
  const now = useNow(60_000);
  const idleMs = agent.lastRunAt === null || now === 0 ? null : now - Date.parse(agent.lastRunAt);
  const text = agent.isHeld
    ? t("held")
    : idleMs === null
      ? agent.runs === 0
        ? t("never")
        : ""
      : idleMs > idleAfterMs
        ? t("idle", { age: format.age(idleMs) })
        : [
            agent.successRate === null ? null : format.percent(agent.successRate),
            agent.averageCostUsd === null ? null : format.money(agent.averageCostUsd),
          ]
            .filter((part) => part !== null)
            .join(" ");
  return <span className="shrink-0 text-sm text-muted">{text}</span>;
}
