"use client";
import { useEffect, useMemo, useState } from "react";
import type { AgentSummary, Skill } from "#server/contracts/skill.ts";
import { Button } from "#app/_components/button.tsx";
import { CodeEditor } from "#app/_components/code-editor.tsx";
import { ConflictDialog } from "#app/_components/conflict-dialog.tsx";
import { Markdown } from "#app/_components/markdown.tsx";
import { notify } from "#app/_components/toast.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useFormat } from "#app/_lib/use-format.ts";
import { useRights } from "#app/_lib/use-rights.ts";
import { AgentFacts } from "./agent-facts.tsx";
import { OpenSessionsDialog } from "./open-sessions-dialog.tsx";
import { lineOfKey, stripFrontMatter } from "./strip-front-matter.ts";
import { useSkillEditor } from "./use-skill-editor.ts";
import { skillWords } from "./words.ts";

export interface SkillEditorProps {
  slug: string;
  agent: AgentSummary;
  skill: Skill;
  /** So that leaving can ask first. */
  onDirty: (isDirty: boolean) => void;
}

/** One agent: its text, and beside it what starts it, what it may, its record. */
export function SkillEditor({ slug, agent, skill, onDirty }: SkillEditorProps) {
  const t = useT(skillWords);
  const format = useFormat();
  const { isLooker } = useRights();
  const editor = useSkillEditor(slug, skill);
  const [isPreview, setPreview] = useState(false);
  const [asksSessions, setAsksSessions] = useState(false);
  useEffect(() => onDirty(editor.isDirty), [editor.isDirty, onDirty]);
  const problems = useMemo(
    () =>
      skill.problems.map((problem) => ({
        line: lineOfKey(skill.content, problem.path),
        message: `${problem.path}: ${problem.message}`,
        severity: "warning" as const,
      })),
    [skill],
  );
  const save = async (content: string, stamp: string) => {
    if (!(await editor.save(content, stamp))) return;
    notify({ kind: "success", text: t("saved"), durationMs: 3_000, id: "skill-saved" });
    if (agent.openSessions > 0) setAsksSessions(true);
  };
  const saveNow = () => {
    if (editor.isDirty && !editor.isSaving) void save(editor.text, editor.base.stamp);
  };
  const facts = [
    skill.frontMatter.type ?? agent.type,
    skill.frontMatter.model ?? agent.model,
  ].filter((fact) => fact !== null && fact !== undefined);
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <header className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 border-b bg-surface px-3 py-1">
        <h2 className="text-lg font-semibold">{agent.agent}</h2>
        <span className="text-muted">{facts.join(" · ")}</span>
        <span className="flex-1" />
        {editor.isDirty ? <span className="text-amber">● {t("unsaved")}</span> : null}
        <Button size="small" onClick={() => setPreview(!isPreview)} aria-pressed={isPreview}>
          {t("preview")}
        </Button>
        {isLooker ? null : (
          <Button
            look="filled"
            size="small"
            disabled={!editor.isDirty || editor.isSaving}
            onClick={saveNow}
          >
            {t(editor.isSaving ? "saving" : "save")}
          </Button>
        )}
      </header>
      <div className="flex min-h-0 flex-1 max-lg:flex-col max-lg:overflow-y-auto">
        <div className="flex min-h-80 min-w-0 flex-1 flex-col">
          <div className="flex min-h-0 flex-1 max-sm:flex-col">
            <div className="min-h-0 min-w-0 flex-1">
              <CodeEditor
                language="markdown"
                label={t("editor", { agent: agent.agent })}
                value={editor.text}
                onChange={editor.setText}
                problems={problems}
                onSave={saveNow}
                isReadOnly={isLooker}
              />
            </div>
            {isPreview ? (
              <div
                className="scroll-thin min-w-0 flex-1 overflow-y-auto border-l p-3"
                tabIndex={0}
                role="region"
                aria-label={t("preview")}
              >
                <Markdown text={stripFrontMatter(editor.text)} />
              </div>
            ) : null}
          </div>
          <footer className="flex flex-wrap gap-x-3 border-t bg-surface px-3 py-1 text-sm text-muted">
            <span>
              {t("tokens", {
                count: editor.isDirty ? Math.round(editor.text.length / 4) : skill.tokens,
              })}
            </span>
            <span>
              {skill.problems.length === 0
                ? t("yamlOk")
                : t("problems", { count: skill.problems.length })}
            </span>
            {skill.problems.map((problem) => (
              <span key={`${problem.path}-${problem.message}`} className="text-amber">
                {problem.path}: {problem.message}
              </span>
            ))}
            <span className="flex-1" />
            <time dateTime={skill.updatedAt}>{format.exact(skill.updatedAt)}</time>
          </footer>
        </div>
        <AgentFacts
          slug={slug}
          agent={agent}
          skill={skill}
          onRestore={isLooker ? null : editor.setText}
        />
      </div>
      {editor.conflict === null ? null : (
        <ConflictDialog
          language="markdown"
          conflict={editor.conflict}
          onSave={(text, stamp) => {
            editor.setText(text);
            void save(text, stamp);
          }}
          onTakeTheirs={editor.takeTheirs}
          onCancel={editor.dismissConflict}
        />
      )}
      {asksSessions ? (
        <OpenSessionsDialog
          count={agent.openSessions}
          onClose={() => setAsksSessions(false)}
          onApply={(choice) => {
            setAsksSessions(false);
            void editor.save(editor.text, editor.base.stamp, choice);
          }}
        />
      ) : null}
    </div>
  );
}
