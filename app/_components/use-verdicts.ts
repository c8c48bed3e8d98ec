"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useRef } from "react";
import { anythingSchema, api, projectPath } from "#app/_lib/api.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { queryKeys } from "#app/_lib/query-keys.ts";
import { unsentComments } from "#app/_lib/use-review-draft.ts";
import { notify } from "./toast.tsx";
import { verdictWords } from "./verdict-words.ts";

interface Verdict {
  number: number;
  /** Where it was reviewed. */
  column: string;
}

/** Approve, send back, and the way back of the newest verdict; each says what came of it. */
export function useVerdicts(slug: string) {
  const t = useT(verdictWords);
  const client = useQueryClient();
  const given = useRef<Verdict[]>([]);
  return useMemo(() => {
    const refresh = () => client.invalidateQueries({ queryKey: queryKeys.project(slug) });
    const fail = (text: string) => (error: unknown) => {
      const detail = error instanceof Error ? error.message : String(error);
      notify({ kind: "error", text, detail });
      return false;
    };
    const pathOf = (number: number) => `${projectPath(slug)}/tickets/${number}`;
    const undo = async (): Promise<void> => {
      const last = given.current.pop();
      if (last === undefined) return notify({ text: t("undo.none") });
      await api
        .patch(`${pathOf(last.number)}/status`, { status: last.column }, anythingSchema)
        .then(() => notify({ text: t("undone", { ...last }) }), fail(t("failed")));
      await refresh();
    };
    // Comments on lines that were never sent are kept, and that is said.
    const approvedText = (verdict: Verdict): string => {
      const count = unsentComments(slug, verdict.number);
      return count === 0
        ? t("approved", { ...verdict })
        : t("approvedUnsent", { ...verdict, count });
    };
    const tell = (verdict: Verdict, text: string): true => {
      given.current.push(verdict);
      notify({ text, action: { label: t("undo"), onClick: () => void undo() } });
      return true;
    };
    return {
      undo,
      async approve(verdict: Verdict): Promise<void> {
        await api
          .post(`${pathOf(verdict.number)}/approve`, {}, anythingSchema)
          .then(() => tell(verdict, approvedText(verdict)), fail(t("failed")));
        await refresh();
      },
      /** True when it went through; else the text stays with the person. */
      async sendBack(verdict: Verdict, text: string): Promise<boolean> {
        const isSent = await api
          .post(`${pathOf(verdict.number)}/sendback`, { text }, anythingSchema)
          .then(() => tell(verdict, t("sentBack", { ...verdict })), fail(t("sendBack.failed")));
        await refresh();
        return isSent;
      },
    };
  }, [client, slug, t]);
}
