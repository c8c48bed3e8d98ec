"use client";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { ApiError } from "./api-error.ts";

/** Only what may pass by itself is tried again: the server away, or overloaded. */
export function shouldRetry(failures: number, error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const mayPass = error.code === "NETWORK" || error.status === 429 || error.status >= 500;
  return mayPass && failures < 3;
}

function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // The socket says what changed; a stale time keeps a mount from asking what is already known.
      queries: {
        staleTime: 15_000,
        gcTime: 10 * 60_000,
        retry: shouldRetry,
        refetchOnWindowFocus: true,
      },
      mutations: { retry: false },
    },
  });
}

export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
