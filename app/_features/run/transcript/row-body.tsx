"use client";
import {
  Brain,
  CircleAlert,
  Flag,
  MessageCircleQuestion,
  Play,
  Terminal,
  User,
} from "lucide-react";
import { cn } from "#app/_components/class-names.ts";
import { Markdown } from "#app/_components/markdown.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useFormat } from "#app/_lib/use-format.ts";
import { AskStory } from "../asks/ask-story.tsx";
import { ReadGroup } from "../tool-renderers/read.tsx";
import { toolRenderers } from "../tool-renderers/registry.ts";
import { ToolAnswer } from "../tool-renderers/tool-answer.tsx";
import { TerminalText } from "../tool-renderers/terminal-text.tsx";
import { TodoList } from "../tool-renderers/todo-list.tsx";
import { askWords } from "../asks/words.ts";
import { FoldLine } from "./fold-line.tsx";
import { noticeText } from "./notice-text.ts";
import { ResultRow, EndedRow } from "./result-row.tsx";
import { useRowContext } from "./row-context.tsx";
import { rowWords } from "./row-words.ts";
import type { Row, RowOf } from "./row.ts";
import { toolKind } from "./tool-kind.ts";

/** The drawing of a row by its kind. */
export function RowBody({ row }: { row: Row }) {
  const t = useT(rowWords);
  const ask = useT(askWords);
  const { slug, agent } = useRowContext();
  switch (row.kind) {
    case "tool": {
      const Renderer = toolRenderers[toolKind(row.tool)];
      const hasOwnStory = ["ask", "plan"].includes(toolKind(row.tool));
      return (
        <>
          <Renderer row={row} />
          {row.ask !== null && !hasOwnStory && row.ask.state !== "board" ? (
            <div className="pl-6.5">
              <AskStory ask={row.ask} />
            </div>
          ) : null}
        </>
      );
    }
    case "reads":
      return <ReadGroup row={row} />;
    case "text":
      return <Markdown text={row.text} slug={slug} className="px-1 py-0.5" />;
    case "thinking":
      return (
        <FoldLine
          rowKey={row.key}
          icon={<Brain size={14} aria-hidden />}
          label={t("row.thinking")}
          detail={row.text.slice(0, 160)}
          tone="muted"
        >
          <p className="whitespace-pre-wrap text-muted">{row.text}</p>
        </FoldLine>
      );
    case "started":
      return (
        <FoldLine
          rowKey={row.key}
          icon={<Play size={14} aria-hidden />}
          label={t(row.payload.isResume ? "row.resumed" : "row.started", {
            agent: row.payload.agent,
          })}
          detail={row.payload.model ?? ""}
          tone="muted"
        >
          <p className="text-sm text-muted">{t("row.prompt")}</p>
          <TerminalText text={row.payload.prompt} />
        </FoldLine>
      );
    case "turn":
      return (
        <h3 className="flex items-center gap-2 pt-2 text-sm font-medium text-muted">
          {t("row.turn", { number: row.number })}
          <span className="h-px flex-1 bg-line" aria-hidden />
          <span className="font-normal">{row.payload.model}</span>
        </h3>
      );
    case "user":
      return (
        <FoldLine
          rowKey={row.key}
          icon={<User size={14} aria-hidden />}
          label={t(row.isSynthetic ? "row.synthetic" : "row.person")}
          detail={row.text.slice(0, 160)}
          tone="muted"
        >
          <p className="whitespace-pre-wrap">{row.text}</p>
        </FoldLine>
      );
    case "steer":
      return <SteerRow row={row} />;
    case "ask":
      return (
        <FoldLine
          rowKey={row.key}
          icon={<MessageCircleQuestion size={14} aria-hidden />}
          label={ask(askTitles[row.ask.type], { agent })}
          detail={row.ask.tool ?? ""}
          isOpenAtFirst
        >
          {row.ask.input === null ? null : (
            <TerminalText text={JSON.stringify(row.ask.input, null, 2) ?? ""} />
          )}
          <AskStory ask={row.ask} />
        </FoldLine>
      );
    case "answered":
      return <p className="px-1 text-muted">{t("row.answered", { actor: row.payload.actor })}</p>;
    case "todo":
      return (
        <FoldLine rowKey={row.key} label={t("row.todo")} tone="muted">
          <TodoList items={row.items} />
        </FoldLine>
      );
    case "notice":
      return <NoticeRow row={row} />;
    case "output":
      return (
        <FoldLine
          rowKey={row.key}
          icon={<Terminal size={14} aria-hidden />}
          label={t(row.stream === "stderr" ? "row.stderr" : "row.raw")}
          detail={row.text.slice(0, 200)}
          tone={row.stream === "stderr" ? "error" : "muted"}
        >
          <TerminalText text={row.text} />
        </FoldLine>
      );
    case "result":
      return <ResultRow row={row} />;
    case "ended":
      return <EndedRow row={row} />;
    case "orphan":
      return (
        <FoldLine
          rowKey={row.key}
          icon={<Flag size={14} aria-hidden />}
          label={t("row.orphan")}
          tone={row.result.isError ? "error" : "muted"}
        >
          <ToolAnswer result={row.result} />
        </FoldLine>
      );
    case "generic":
      return <PlainRow row={row} />;
  }
}

const askTitles = {
  question: "ask.title",
  permission: "ask.titlePermission",
  plan: "ask.titlePlan",
} as const;

function SteerRow({ row }: { row: RowOf<"steer"> }) {
  const t = useT(rowWords);
  const states = {
    queued: "steer.queued",
    sent: "steer.sent",
    delivered: "steer.delivered",
    failed: "steer.failed",
  } as const;
  const key = Object.hasOwn(states, row.state) ? states[row.state as keyof typeof states] : null;
  return (
    <div className="my-1 rounded border border-line bg-accent-tint px-2 py-1.5">
      <p className="flex gap-2 text-sm text-muted">
        <span className="min-w-0 flex-1 truncate font-medium">
          {t("steer.to", { actor: row.actor })}
        </span>
        <span className={cn(row.state === "failed" && "text-red")}>
          {key === null ? row.state : t(key)}
        </span>
      </p>
      <p className="break-words whitespace-pre-wrap">{row.text}</p>
    </div>
  );
}

function NoticeRow({ row }: { row: RowOf<"notice"> }) {
  const t = useT(rowWords);
  const format = useFormat();
  const isBad = ["permission_denied", "api_retry", "rate_limit"].includes(row.notice);
  return (
    <p
      className={cn(
        "flex min-h-6 items-center gap-1.5 px-1 text-sm",
        isBad ? "text-amber" : "text-muted",
      )}
    >
      {isBad ? <CircleAlert size={14} className="shrink-0" aria-hidden /> : null}
      <span className="min-w-0 break-words">{noticeText(row, t, format)}</span>
      {row.count > 1 && row.notice !== "task" ? (
        <span>{t("times", { count: row.count })}</span>
      ) : null}
    </p>
  );
}

/** What nobody knows how to draw, as it came. */
export function PlainRow({ row }: { row: Row }) {
  const t = useT(rowWords);
  const kind = row.kind === "generic" ? eventName(row.event) : row.kind;
  return (
    <FoldLine rowKey={`plain-${row.key}`} label={t("row.unknown", { kind })} tone="muted">
      <TerminalText
        text={JSON.stringify(row.kind === "generic" ? row.event.payload : row, null, 2) ?? ""}
      />
    </FoldLine>
  );
}

/** An unknown event is named by the type it came with. */
function eventName(event: RowOf<"generic">["event"]): string {
  const { type } = event.payload;
  return event.kind === "unknown" && typeof type === "string" ? type : event.kind;
}
