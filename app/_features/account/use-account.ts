"use client";
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import {
  invitationSchema,
  personSchema,
  sessionSchema,
  tokenSchema,
} from "#server/contracts/accounts.ts";
import { auditSchema } from "#server/contracts/audit.ts";
import { api, listOf } from "#app/_lib/api.ts";
import { queryKeys } from "#app/_lib/query-keys.ts";

export function usePeople(isWanted = true) {
  return useQuery({
    queryKey: queryKeys.people,
    queryFn: ({ signal }) => api.get("/users", listOf(personSchema), { signal }),
    enabled: isWanted,
  });
}

export function useInvitations(isWanted: boolean) {
  return useQuery({
    queryKey: queryKeys.invitations,
    queryFn: ({ signal }) => api.get("/invitations", listOf(invitationSchema), { signal }),
    enabled: isWanted,
  });
}

export function useSessions(isAll: boolean) {
  return useQuery({
    queryKey: queryKeys.sessions(isAll),
    queryFn: ({ signal }) =>
      api.get("/sessions", listOf(sessionSchema), { query: isAll ? { all: true } : {}, signal }),
  });
}

export function useTokens() {
  return useQuery({
    queryKey: queryKeys.tokens,
    queryFn: ({ signal }) => api.get("/tokens", listOf(tokenSchema), { signal }),
  });
}

/** The log, newest first, page by page. */
export function useAudit(filters: Readonly<Record<string, string>>) {
  return useInfiniteQuery({
    queryKey: queryKeys.audit(filters),
    queryFn: ({ signal, pageParam }) =>
      api.get("/audit", auditSchema, { query: { ...filters, after: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
}

interface Write {
  method: "post" | "patch" | "put" | "delete";
  path: string;
  body?: object;
}

/** One write of an account; what the page shows is read again, also after a refusal. */
export function useAccountWrite<T extends z.ZodType>(answer: T) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ method, path, body = {} }: Write) =>
      method === "delete" ? api.delete(path, answer) : api[method](path, body, answer),
    onSettled: () =>
      Promise.all(
        [queryKeys.accounts, queryKeys.me].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  });
}
