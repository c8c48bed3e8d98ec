"use client";
import { useQuery } from "@tanstack/react-query";
import {
  inboxRowSchema,
  meSchema,
  projectSchema,
  systemSchema,
} from "#server/contracts/project.ts";
import { runSummarySchema } from "#server/contracts/run.ts";
import { boardSchema } from "#server/contracts/ticket.ts";
import { api, listOf, projectPath } from "./api.ts";
import { queryKeys } from "./query-keys.ts";

/** Reads that more than one feature needs. */
export function useMe() {
  return useQuery({
    queryKey: queryKeys.me,
    queryFn: ({ signal }) => api.get("/me", meSchema, { signal }),
    staleTime: 300_000,
  });
}

/** Engine, claude, places and troubles; asked again every 30 s and on focus (ux 26). */
export function useSystem() {
  return useQuery({
    queryKey: queryKeys.system,
    queryFn: ({ signal }) => api.get("/system", systemSchema, { signal }),
    refetchInterval: 30_000,
    refetchOnWindowFocus: "always",
  });
}

export function useProjects() {
  return useQuery({
    queryKey: queryKeys.projects,
    queryFn: ({ signal }) => api.get("/projects", listOf(projectSchema), { signal }),
  });
}

export function useProject(slug: string) {
  return useQuery({
    queryKey: queryKeys.detail(slug),
    queryFn: ({ signal }) => api.get(projectPath(slug), projectSchema, { signal }),
  });
}

export function useInbox() {
  return useQuery({
    queryKey: queryKeys.inbox,
    queryFn: ({ signal }) => api.get("/inbox", listOf(inboxRowSchema), { signal }),
    refetchInterval: 60_000,
  });
}

/** How many rows wait for the reader: what the bar and the tab's title count (ux 34). */
export function useMyInboxCount(): number {
  return useInbox().data?.filter(({ isMine }) => isMine).length ?? 0;
}

/** The board with its loaded windows. The socket bridge keeps it current, so it never goes stale. */
export function useBoard(slug: string) {
  return useQuery({
    queryKey: queryKeys.board(slug),
    queryFn: ({ signal }) => api.get(`${projectPath(slug)}/board`, boardSchema, { signal }),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
}

/** Runs of the ticket, newest first. */
export function useTicketRuns(slug: string, number: number) {
  return useQuery({
    queryKey: queryKeys.ticketRuns(slug, number),
    queryFn: ({ signal }) =>
      api.get(`${projectPath(slug)}/runs`, listOf(runSummarySchema), {
        query: { ticket: number, limit: 100 },
        signal,
      }),
  });
}
