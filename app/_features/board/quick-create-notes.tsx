"use client";
import { Bot, Flag, Tag, User } from "lucide-react";
import { Badge } from "#app/_components/badge.tsx";
import { componentWords } from "#app/_components/words.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import type { QuickCreate } from "./quick-create-parse.ts";
import { boardWords } from "./words.ts";

/** What was understood, and what names nothing on this board. */
export function QuickCreateNotes({ parsed }: { parsed: QuickCreate }) {
  const t = useT(boardWords);
  const common = useT(componentWords);
  const { assignee, labels, priority, unknown } = parsed;
  const Who = assignee?.kind === "agent" ? Bot : User;
  const problems = [
    unknown.assignees.length > 0
      ? t("create.unknownAssignee", { names: unknown.assignees.join(", ") })
      : null,
    unknown.priorities.length > 0
      ? t("create.unknownPriority", { names: unknown.priorities.join(", ") })
      : null,
    unknown.labels.length > 0
      ? t("create.unknownLabel", { names: unknown.labels.join(", ") })
      : null,
  ].filter((problem) => problem !== null);
  if (!assignee && labels.length === 0 && !priority && problems.length === 0) return null;
  return (
    <div role="status" className="flex flex-wrap items-center gap-1">
      {assignee ? (
        <Badge hue="blue">
          <Who size={11} aria-hidden />
          {assignee.name}
        </Badge>
      ) : null}
      {labels.map((label) => (
        <Badge key={label}>
          <Tag size={10} aria-hidden />
          {label}
        </Badge>
      ))}
      {priority ? (
        <Badge>
          <Flag size={10} aria-hidden />
          {common(`priority.${priority}`)}
        </Badge>
      ) : null}
      {problems.map((problem) => (
        <span key={problem} className="text-sm text-amber">
          {problem}
        </span>
      ))}
    </div>
  );
}
