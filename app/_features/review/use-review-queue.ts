"use client";
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { listPageSchema } from "#server/contracts/ticket-rows.ts";
import { api, projectPath } from "#app/_lib/api.ts";
import { queryKeys } from "#app/_lib/query-keys.ts";
import { joinPages, nextOffset, type ReviewQueue } from "./review-queue.ts";

/** At most one further answer in this time, however many changes come. */
const followMs = 500;

/**
 * What waits for a verdict, from the server page by page: as far as somebody has walked, or is wanted.
 * `revision` is the board's; pages that are older are read again.
 */
export function useReviewQueue(slug: string, revision: number) {
  const client = useQueryClient();
  const queryKey = queryKeys.reviewQueue(slug);
  const pages = useInfiniteQuery({
    queryKey,
    queryFn: ({ signal, pageParam }) =>
      api.get(`${projectPath(slug)}/review`, listPageSchema, {
        signal,
        query: { offset: pageParam },
      }),
    initialPageParam: 0,
    getNextPageParam: nextOffset,
  });
  const isOld = pages.data?.pages.some((page) => page.revision < revision) === true;
  const readAgain = useEffectEvent(() =>
    client.invalidateQueries({ queryKey }, { cancelRefetch: false }),
  );
  useEffect(() => {
    if (!isOld) return undefined;
    void readAgain();
    const timer = setInterval(() => void readAgain(), followMs);
    return () => clearInterval(timer);
  }, [isOld]);
  const queue: ReviewQueue | null = pages.data ? joinPages(pages.data.pages) : null;
  return {
    queue,
    error: pages.data === undefined ? pages.error : null,
    retry: () => void pages.refetch(),
    /** There is more than has come. */
    hasMore: pages.hasNextPage,
    isReading: pages.isFetching,
    readOn: () => void pages.fetchNextPage(),
  };
}
