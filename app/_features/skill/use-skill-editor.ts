"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import {
  skillSchema,
  stampConflictSchema,
  type PutSkill,
  type Skill,
  type StampConflict,
} from "#server/contracts/skill.ts";
import { notify } from "#app/_components/toast.tsx";
import { ApiError } from "#app/_lib/api-error.ts";
import { api } from "#app/_lib/api.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { queryKeys } from "#app/_lib/query-keys.ts";
import { skillPath } from "./use-skills.ts";
import { skillWords } from "./words.ts";

/**
 * The text of a skill being edited. The editor keeps what was typed whatever the server says; a file
 * that changed on disk meanwhile is taken over only while nothing is typed.
 */
export function useSkillEditor(slug: string, skill: Skill) {
  const t = useT(skillWords);
  const client = useQueryClient();
  const [base, setBase] = useState({ content: skill.content, stamp: skill.stamp });
  const [text, setText] = useState(skill.content);
  const [conflict, setConflict] = useState<StampConflict | null>(null);
  const [isSaving, setSaving] = useState(false);
  const isDirty = text !== base.content;

  useEffect(() => {
    if (skill.stamp === base.stamp || isDirty) return;
    setBase({ content: skill.content, stamp: skill.stamp });
    setText(skill.content);
  }, [skill, base.stamp, isDirty]);
  useEffect(() => {
    if (!isDirty) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isDirty]);

  /** True when the text is on disk. */
  const save = async (
    content: string,
    stamp: string,
    openSessions?: PutSkill["openSessions"],
  ): Promise<boolean> => {
    setSaving(true);
    try {
      const body: PutSkill = {
        content,
        stamp,
        ...(openSessions === undefined ? {} : { openSessions }),
      };
      const saved = await api.put(skillPath(slug, skill.agent), body, skillSchema);
      client.setQueryData(queryKeys.skill(slug, skill.agent), saved);
      setBase({ content: saved.content, stamp: saved.stamp });
      setText((now) => (now === content ? saved.content : now));
      setConflict(null);
      void client.invalidateQueries({ queryKey: queryKeys.skills(slug) });
      return true;
    } catch (error) {
      const details =
        error instanceof ApiError && error.status === 409
          ? stampConflictSchema.safeParse(error.details)
          : null;
      if (details?.success === true) setConflict(details.data);
      else
        notify({
          kind: "error",
          text: t("save.failed"),
          detail: error instanceof Error ? error.message : String(error),
        });
      return false;
    } finally {
      setSaving(false);
    }
  };

  return {
    text,
    setText,
    base,
    isDirty,
    isSaving,
    conflict,
    save,
    takeTheirs(content: string, stamp: string) {
      setBase({ content, stamp });
      setText(content);
      setConflict(null);
      void client.invalidateQueries({ queryKey: queryKeys.skill(slug, skill.agent) });
    },
    dismissConflict: () => setConflict(null),
  };
}
