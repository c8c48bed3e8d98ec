"use client";
import { useQuery } from "@tanstack/react-query";
import { fleetSchema } from "#server/contracts/fleet.ts";
import { api } from "#app/_lib/api.ts";
import { queryKeys } from "#app/_lib/query-keys.ts";

/** Hints of the socket come first; this is for what no hint tells, such as the engine's last tick. */
const pollMs = 5_000;

/** Lanes, places and runs at work, of one project or ("") of all. */
export function useFleet(project: string) {
  return useQuery({
    queryKey: queryKeys.fleetOf(project),
    queryFn: ({ signal }) =>
      api.get("/fleet", fleetSchema, { signal, query: project === "" ? {} : { project } }),
    refetchInterval: pollMs,
  });
}
