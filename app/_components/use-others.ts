"use client";
import { useMemo } from "react";
import type { PresentPerson } from "#server/contracts/live.ts";
import { usePresence } from "#app/_lib/live-provider.tsx";
import { useMe } from "#app/_lib/queries.ts";

/** Who else has the ticket open; nobody until it is known who this person is. */
export function useOthers(slug: string, ticket: number): readonly PresentPerson[] {
  const people = usePresence(slug, ticket);
  const me = useMe().data?.slug;
  return useMemo(
    () => (me === undefined ? [] : people.filter((person) => person.handle !== me)),
    [people, me],
  );
}
