"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import {
  automationsAnswerSchema,
  brokenAutomationsSchema,
  reloadAnswerSchema,
  validateAnswerSchema,
  type AutomationProblem,
  type ValidateAnswer,
} from "#server/contracts/automation.ts";
import {
  asksWhichStartSchema,
  simulationSchema,
  type IfSaved,
  type SelectsMany,
  type StartChoice,
} from "#server/contracts/simulation.ts";
import { stampConflictSchema, type StampConflict } from "#server/contracts/skill.ts";
import { ApiError } from "#app/_lib/api-error.ts";
import { anythingSchema, api, projectPath } from "#app/_lib/api.ts";
import { queryKeys } from "#app/_lib/query-keys.ts";

function path(slug: string): string {
  return `${projectPath(slug)}/automations`;
}

export function useAutomations(slug: string) {
  return useQuery({
    queryKey: queryKeys.automations(slug),
    queryFn: ({ signal }) => api.get(path(slug), automationsAnswerSchema, { signal }),
  });
}

export type SaveResult =
  | { kind: "saved"; stamp: string }
  | { kind: "conflict"; conflict: StampConflict }
  | { kind: "asks"; automations: readonly SelectsMany[] }
  | { kind: "broken"; problems: readonly AutomationProblem[]; message: string }
  | { kind: "failed"; message: string };

/** Writes of the file: each answers what came of it, none throws. */
export function useAutomationWrites(slug: string) {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: queryKeys.project(slug) });
  return {
    async save(text: string, stamp: string | null, start?: StartChoice): Promise<SaveResult> {
      try {
        const body = { text, stamp, ...(start === undefined ? {} : { start }) };
        const answer = await api.put(path(slug), body, reloadAnswerSchema);
        await refresh();
        return { kind: "saved", stamp: answer.stamp };
      } catch (error) {
        return resultOf(error);
      }
    },
    async reload(): Promise<SaveResult & { changes?: number }> {
      try {
        const answer = await api.post(`${path(slug)}/reload`, {}, reloadAnswerSchema);
        await refresh();
        return {
          kind: "saved",
          stamp: answer.stamp,
          changes: answer.added.length + answer.changed.length + answer.removed.length,
        };
      } catch (error) {
        await refresh();
        return resultOf(error);
      }
    },
    /** The failed runs of a rule without tickets count no more; null = done, else why not. */
    async tryAgain(id: string): Promise<string | null> {
      try {
        await api.post(`${path(slug)}/${encodeURIComponent(id)}/retry`, {}, anythingSchema);
        await refresh();
        return null;
      } catch (error) {
        return error instanceof Error ? error.message : String(error);
      }
    },
    async switchOn(id: string, enabled: boolean, start?: StartChoice): Promise<SaveResult> {
      try {
        const answer = await api.patch(
          `${path(slug)}/${encodeURIComponent(id)}`,
          { enabled, stamp: null, ...(start === undefined ? {} : { start }) },
          reloadAnswerSchema,
        );
        await refresh();
        return { kind: "saved", stamp: answer.stamp };
      } catch (error) {
        return resultOf(error);
      }
    },
  };
}

function resultOf(error: unknown): SaveResult {
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof ApiError)) return { kind: "failed", message };
  const asks =
    error.code === "ASKS_WHICH_START" ? asksWhichStartSchema.safeParse(error.details) : null;
  if (asks?.success === true) return { kind: "asks", automations: asks.data.automations };
  const conflict = error.status === 409 ? stampConflictSchema.safeParse(error.details) : null;
  if (conflict?.success === true) return { kind: "conflict", conflict: conflict.data };
  const broken = error.status === 422 ? brokenAutomationsSchema.safeParse(error.details) : null;
  if (broken?.success === true) return { kind: "broken", problems: broken.data.problems, message };
  return { kind: "failed", message };
}

const checkAfterMs = 400;

/** What the server says about a text: always what saving it would do, its remarks once it differs from
 *  the one in force. */
export function useValidation(
  slug: string,
  text: string,
  isDirty: boolean,
): {
  answer: ValidateAnswer | null;
  ifSaved: IfSaved | null;
  isBroken: boolean;
  isChecking: boolean;
} {
  const [checked, setChecked] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setChecked(text), checkAfterMs);
    return () => clearTimeout(timer);
  }, [text]);
  const result = useQuery({
    queryKey: [...queryKeys.automations(slug), "validate", checked],
    queryFn: ({ signal }) =>
      api.post(`${path(slug)}/validate`, { text: checked }, validateAnswerSchema, { signal }),
    enabled: checked.trim() !== "",
    gcTime: 30_000,
    placeholderData: (previous) => previous,
  });
  return {
    answer: isDirty ? (result.data ?? null) : null,
    ifSaved: result.data?.ifSaved ?? null,
    isBroken: result.data?.ok === false || text.trim() === "",
    isChecking: result.isFetching || checked !== text,
  };
}

/** The timeline of a text, from now on; asked for once per opening. */
export function useSimulation(slug: string, text: string, hours: number) {
  return useQuery({
    queryKey: [...queryKeys.automations(slug), "simulate", text, hours],
    queryFn: ({ signal }) =>
      api.post(`${path(slug)}/simulate`, { text, hours }, simulationSchema, { signal }),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  });
}
